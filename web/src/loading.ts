import { useCallback, useEffect, useState } from "react";

import { complaint, get } from "./api";

export interface Loaded<T> {
  data: T | null;
  error: string | null;
  reload: () => void;
}

/** What the server has at an address; null while it is on its way, and when there is no address. */
export function useLoaded<T>(path: string | null): Loaded<T> {
  const [state, setState] = useState<{ path: string | null; data: T | null; error: string | null }>({ path: null, data: null, error: null });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (path === null) return;
    const abort = new AbortController();
    get<T>(path, abort.signal).then(
      (data) => setState({ path, data, error: null }),
      (error: unknown) => {
        if (!abort.signal.aborted) setState({ path, data: null, error: complaint(error) });
      },
    );
    return () => abort.abort();
  }, [path, turn]);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  const here = state.path === path && path !== null;
  return { data: here ? state.data : null, error: here ? state.error : null, reload };
}
