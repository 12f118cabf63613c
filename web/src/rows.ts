import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import { complaint, get } from "./api";
import { type Feed, feedOf, PAGE } from "./feeds";
import type { Filters, RowPage, RowRecord } from "./runs";

export interface Rows {
  /** How many rows there are, as far as is known yet; null before the first answer. */
  count: number | null;
  /** How many there are in all, where the server knows. */
  total: number | null;
  error: string | null;
  /** Another one where other rows are asked for. */
  feed: Feed | null;
  at: (index: number) => RowRecord | undefined;
  want: (first: number, last: number) => void;
}

interface State {
  feed: Feed | null;
  count: number;
  total: number | null;
  error: string | null;
}

const NOTHING: State = { feed: null, count: 0, total: null, error: null };

/** The rows of a run by their index, fetched as they come into sight. */
export function useRows(run: string, filters: Filters): Rows {
  const asked = useMemo(() => new URLSearchParams(filters as Record<string, string>).toString(), [filters]);
  const [state, setState] = useState<State>(NOTHING);
  const feed = useRef<Feed | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const fetchRows = (part: string) => get<RowPage>(`runs/${encodeURIComponent(run)}/rows?${[part, asked].filter(Boolean).join("&")}`, abort.signal);
    const tell = (problem?: unknown): void => {
      if (abort.signal.aborted) return;
      const made = feed.current;
      setState({ feed: made, count: made?.count ?? 0, total: made?.total ?? null, error: problem === undefined ? null : complaint(problem) });
    };
    feed.current = null;
    fetchRows(`limit=${PAGE}`).then((first) => {
      if (abort.signal.aborted) return;
      feed.current = feedOf(first, fetchRows, tell);
      feed.current.want(0, 0);
      tell();
    }, tell);
    return () => abort.abort();
  }, [run, asked]);
  const want = useCallback((first: number, last: number) => feed.current?.want(first, last), []);
  return { count: state.feed && state.count, total: state.total, error: state.error, feed: state.feed, at: (index) => state.feed?.at(index), want };
}
