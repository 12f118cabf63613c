import { type CSSProperties, type KeyboardEvent, type MouseEvent, useCallback, useEffect, useLayoutEffect, useMemo, useState } from "react";

import { address, go } from "../router";
import type { Rows } from "../rows";
import type { Filters } from "../runs";
import { useTall } from "../tall";
import { count, many } from "../words";
import { Trouble, Waiting } from "./chips";
import { OpenRow } from "./open-row";
import { RowCells, type ValueColumn, valueColumns } from "./row-line";

interface Props {
  run: string;
  rows: Rows;
  judge: string;
  metrics: string[];
  filters: Filters;
  onOrder: (order: string | undefined) => void;
  onClear: () => void;
}

const HEIGHT = 84;
/** On a phone the texts take four lines, and the figures stand below them, two to a line. */
const PHONE_TEXTS = 132;
const PHONE_FIGURES = 22;
const AHEAD = 100;
const isPhone = () => window.matchMedia("(max-width: 48rem)").matches;

/** The rows of a run, however many: only those in sight are fetched and drawn; one may be open in its place. */
export function RowsTable({ run, rows, judge, metrics, filters, onOrder, onClear }: Props) {
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const [active, setActive] = useState(0);
  const [opened, setOpened] = useState<{ index: number; height: number } | null>(null);
  const columns = valueColumns(metrics, judge);
  const [phone] = useState(isPhone);
  const row = phone ? PHONE_TEXTS + PHONE_FIGURES * Math.ceil(columns.length / 2) : HEIGHT;
  const total = rows.count ?? 0;
  const shape = useMemo(() => ({ count: total, row, open: opened?.index ?? null, extra: opened?.height ?? 0 }), [total, row, opened]);
  const { first, last, place, height, show } = useTall(box, shape);
  const { want, feed } = rows;
  const [known, setKnown] = useState(feed);
  if (feed !== known) {
    setKnown(feed);
    setOpened(null);
    setActive(0);
  }
  // Before anything is drawn: a key that is pressed on the first rows must not be undone.
  useLayoutEffect(() => {
    box?.scrollTo({ top: 0 });
  }, [box, feed]);
  useEffect(() => {
    if (total) want(Math.max(0, first - AHEAD), Math.min(total - 1, last + AHEAD));
  }, [want, first, last, total, feed]);
  const toggle = (index: number) => setOpened(opened?.index === index ? null : { index, height: 0 });
  const sized = useCallback((tall: number) => setOpened((now) => (now && now.height !== tall ? { ...now, height: tall } : now)), []);
  const keys = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const record = rows.at(active);
    if (event.key === "Enter" && record) go(address(["runs", run, "rows", record.place]));
    if (event.key === " ") toggle(active);
    const to = stride(event.key, active, total);
    if (to !== null) {
      setActive(to);
      show(to);
    }
    if (to !== null || event.key === " ") event.preventDefault();
  };
  const press = (event: MouseEvent, index: number) => {
    if (event.target instanceof Element && event.target.closest("a, button, .open-row")) return;
    if (window.getSelection()?.toString()) return;
    setActive(index);
    toggle(index);
  };
  if (rows.error) return <Trouble>{rows.error}</Trouble>;
  if (rows.count === null) return <Waiting />;
  if (!total) return <p className="empty">No row matches. <button type="button" onClick={onClear}>Show all rows</button></p>;
  return (
    <>
      <p className="soft" role="status">{rows.total === null ? "at least " : ""}{many(rows.total ?? total, "row")}</p>
      <div className="rows" ref={setBox} role="grid" tabIndex={0} aria-label="Rows" aria-rowcount={total + 1} aria-activedescendant={`row-${active}`} onKeyDown={keys}
        style={{ "--values": Math.max(1, columns.length) } as CSSProperties}>
        <Header columns={columns} order={filters.order} onOrder={onOrder} />
        <div role="rowgroup" className="rows-body" style={{ height }}>
          {Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at).map((index) => {
            const record = rows.at(index);
            const open = opened?.index === index;
            return (
              // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the grid has the keys
              <div key={index} id={`row-${index}`} role="row" aria-rowindex={index + 2} aria-selected={index === active} onClick={(event) => press(event, index)}
                className={index === active ? "row active" : "row"} style={{ transform: `translateY(${place(index)}px)`, gridTemplateRows: `${row}px`, minHeight: row }}>
                {record
                  ? <RowCells run={run} row={record} columns={columns} open={open} onToggle={() => toggle(index)}>{open && <OpenRow run={run} place={record.place} onHeight={sized} />}</RowCells>
                  : <span role="gridcell" className="cell c-coming soft">row {count(index + 1)} …</span>}
              </div>
            );
          })}
        </div>
      </div>
      <p className="keys soft">↑ ↓ move · Space opens a row here · Enter opens its page · / searches</p>
    </>
  );
}

/** Where a key leads in a long table. */
export function stride(key: string, at: number, total: number): number | null {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -total, End: total };
  const step = steps[key];
  return step === undefined || !total ? null : Math.max(0, Math.min(total - 1, at + step));
}

function Header({ columns, order, onOrder }: { columns: ValueColumn[]; order: string | undefined; onOrder: (order: string | undefined) => void }) {
  return (
    <div role="rowgroup" className="rows-head">
      <div role="row" aria-rowindex={1} className="row">
        <span role="columnheader" className="cell c-open"><span className="hidden">Open</span></span>
        <span role="columnheader" className="cell c-id">Row</span>
        <span role="columnheader" className="cell c-verdict">Verdict</span>
        <span role="columnheader" className="cell c-texts">Texts and deciding reason</span>
        {columns.map(({ key, name }) => {
          const sort = order === key ? "ascending" : order === `-${key}` ? "descending" : "none";
          const next = sort === "none" ? key : sort === "ascending" ? `-${key}` : undefined;
          return (
            <span key={key} role="columnheader" aria-sort={sort} className="cell c-value n">
              <button type="button" className="sort" onClick={() => onOrder(next)}>
                {name} <span aria-hidden="true">{{ none: "", ascending: "↑", descending: "↓" }[sort]}</span>
              </button>
            </span>
          );
        })}
      </div>
    </div>
  );
}
