import { useEffect, useState } from "react";

import { complaint, post } from "./api";

const PAUSE = 250;

export interface Judged<T> {
  result: T | null;
  error: string | null;
  busy: boolean;
}

/** The judgement of what is being typed: asked for after a short pause; the last one stays until the next. */
export function useJudged<T>(path: string, body: unknown): Judged<T> {
  const [state, setState] = useState<{ asked: string; result: T | null; error: string | null }>({ asked: "", result: null, error: null });
  const asked = body === null ? "" : JSON.stringify(body);
  useEffect(() => {
    if (!asked) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      post<T>(path, JSON.parse(asked), abort.signal).then(
        (result) => setState({ asked, result, error: null }),
        (error: unknown) => {
          if (!abort.signal.aborted) setState({ asked, result: null, error: complaint(error) });
        },
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [path, asked]);
  if (!asked) return { result: null, error: null, busy: false };
  return { result: state.result, error: state.error, busy: state.asked !== asked };
}
