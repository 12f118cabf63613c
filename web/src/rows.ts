import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import { complaint, get } from "./api";
import type { Filters, RowPage, RowRecord } from "./runs";

export const PAGE = 100;
const KEEP = 60;

export interface Rows {
  total: number | null;
  error: string | null;
  at: (index: number) => RowRecord | undefined;
  want: (first: number, last: number) => void;
}

/** The rows of a run by their index, fetched page by page as they come into sight; few pages are kept. */
export function useRows(run: string, filters: Filters): Rows {
  const asked = useMemo(() => new URLSearchParams(filters as Record<string, string>).toString(), [filters]);
  const pages = useRef(new Map<number, RowRecord[] | "coming">());
  const [total, setTotal] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [, setTurn] = useState(0);
  const fetched = useRef<AbortController>(new AbortController());

  const load = useCallback(
    (page: number) => {
      const { signal } = fetched.current;
      pages.current.set(page, "coming");
      get<RowPage>(`runs/${encodeURIComponent(run)}/rows?offset=${page * PAGE}&limit=${PAGE}${asked && "&" + asked}`, signal).then(
        (data) => {
          pages.current.set(page, data.rows);
          forget(pages.current, page);
          setTotal(data.total);
          setError(null);
          setTurn((n) => n + 1);
        },
        (problem: unknown) => {
          if (signal.aborted) return;
          pages.current.delete(page);
          setError(complaint(problem));
        },
      );
    },
    [run, asked],
  );

  useEffect(() => {
    fetched.current = new AbortController();
    pages.current = new Map();
    load(0);
    return () => fetched.current.abort();
  }, [load]);

  const want = useCallback(
    (first: number, last: number) => {
      for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++) {
        if (page >= 0 && !pages.current.has(page)) load(page);
      }
    },
    [load],
  );
  const at = useCallback((index: number) => {
    const page = pages.current.get(Math.floor(index / PAGE));
    return page === "coming" ? undefined : page?.[index % PAGE];
  }, []);
  return { total, error, at, want };
}

/** Lets the pages that are farthest away go. */
export function forget(pages: Map<number, unknown>, near: number): void {
  if (pages.size <= KEEP) return;
  const far = [...pages.keys()].sort((a, b) => Math.abs(b - near) - Math.abs(a - near));
  for (const page of far.slice(0, pages.size - KEEP)) pages.delete(page);
}
