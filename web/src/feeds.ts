import type { RowPage, RowRecord } from "./runs";

/** Rows that are fetched as they are wanted. */
export interface Feed {
  count: number;
  total: number | null;
  at: (index: number) => RowRecord | undefined;
  want: (first: number, last: number) => void;
}

export type Fetch = (part: string) => Promise<RowPage>;
export type Tell = (problem?: unknown) => void;

export const PAGE = 100;
const KEEP = 60;

/** The rows that a first page begins: one may jump about in them where the server can skip so many. */
export const feedOf = (first: RowPage, fetch: Fetch, tell: Tell): Feed =>
  first.offsets ? new Paged(first, fetch, tell) : new Listed(first, fetch, tell);

/** Rows of which any page can be had at once; few pages are kept. */
export class Paged implements Feed {
  count: number;
  total: number | null;
  private readonly pages = new Map<number, RowRecord[] | null>();

  constructor(
    first: RowPage,
    private readonly fetch: Fetch,
    private readonly tell: Tell,
  ) {
    this.pages.set(0, first.rows);
    this.total = first.total;
    this.count = first.total ?? first.rows.length;
  }

  at = (index: number): RowRecord | undefined => this.pages.get(Math.floor(index / PAGE))?.[index % PAGE];

  want = (first: number, last: number): void => {
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++) {
      if (!this.pages.has(page)) this.load(page);
    }
  };

  private load(page: number): void {
    this.pages.set(page, null);
    this.fetch(`offset=${page * PAGE}&limit=${PAGE}`).then(
      ({ rows, total }) => {
        this.pages.set(page, rows);
        this.forget(page);
        this.total = total;
        this.count = total ?? Math.max(this.count, page * PAGE + rows.length);
        this.tell();
      },
      (problem: unknown) => {
        this.pages.delete(page);
        this.tell(problem);
      },
    );
  }

  /** Lets the pages that are farthest away go. */
  private forget(near: number): void {
    const far = [...this.pages.keys()].sort((a, b) => Math.abs(b - near) - Math.abs(a - near));
    for (const page of far.slice(0, Math.max(0, this.pages.size - KEEP))) this.pages.delete(page);
  }
}

const BATCH = 200;

/** Rows that no index counts: each page says where the next begins, so they come one after the other. */
export class Listed implements Feed {
  total: number | null;
  private readonly rows: RowRecord[];
  private next: string | null;
  private busy = false;
  private last = 0;

  constructor(
    first: RowPage,
    private readonly fetch: Fetch,
    private readonly tell: Tell,
  ) {
    this.rows = [...first.rows];
    this.next = first.next;
    this.total = first.total;
  }

  /** While there may be more, there is one row more than is known: seeing it fetches the next page. */
  get count(): number {
    return this.rows.length + (this.next ? 1 : 0);
  }

  at = (index: number): RowRecord | undefined => this.rows[index];

  want = (_first: number, last: number): void => {
    this.last = last;
    if (this.busy || this.next === null || last < this.rows.length) return;
    this.busy = true;
    this.fetch(`limit=${BATCH}&after=${encodeURIComponent(this.next)}`).then(
      (page) => {
        this.rows.push(...page.rows);
        this.next = page.next;
        this.total = page.total;
        this.busy = false;
        this.tell();
        this.want(0, this.last);
      },
      (problem: unknown) => {
        this.busy = false;
        this.tell(problem);
      },
    );
  };
}
