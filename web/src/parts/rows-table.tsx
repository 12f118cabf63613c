import { type ColumnDef, flexRender, getCoreRowModel, useReactTable } from "@tanstack/react-table";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";

import { address, go } from "../router";
import { useRows } from "../rows";
import type { Filters, RowRecord } from "../runs";
import { useTallVirtual } from "../tall";
import { count, many } from "../words";
import { Trouble, Waiting } from "./chips";
import { columnsOf } from "./row-columns";

interface Props {
  run: string;
  judge: string;
  metrics: string[];
  filters: Filters;
  onOrder: (order: string | undefined) => void;
}

const HEIGHT = 38;

/** The rows of a run, however many: only those in sight are fetched and drawn. */
export function RowsTable({ run, judge, metrics, filters, onOrder }: Props) {
  const rows = useRows(run, filters);
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const total = rows.count ?? 0;
  const { virtual, shift, height, show } = useTallVirtual(box, total, HEIGHT);
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  const { want, feed } = rows;
  useEffect(() => {
    if (box.current) box.current.scrollTop = 0;
  }, [feed]);
  useEffect(() => {
    if (total) want(first, last);
  }, [want, first, last, total, feed]);
  const columns = useMemo(() => columnsOf(run, metrics, judge), [run, metrics.join(), judge]); // eslint-disable-line react-hooks/exhaustive-deps -- the names, not the list
  const seen = items.map((item) => rows.at(item.index));
  const table = useReactTable({
    data: seen.filter((row): row is RowRecord => row !== undefined),
    columns: columns as ColumnDef<RowRecord>[],
    getRowId: (row) => String(row.place),
    getCoreRowModel: getCoreRowModel(),
    manualSorting: true,
    autoResetPageIndex: false,
  });
  const drawn = new Map(table.getRowModel().rows.map((row) => [row.original, row]));
  const keys = (event: KeyboardEvent) => {
    const to = stride(event.key, active, total);
    const row = rows.at(active);
    if (event.key === "Enter" && event.target === box.current && row) go(address(["runs", run, "rows", row.place]));
    if (to === null) return;
    event.preventDefault();
    setActive(to);
    show(to);
  };
  if (rows.error) return <Trouble>{rows.error}</Trouble>;
  if (rows.count === null) return <Waiting />;
  return (
    <>
      <p className="soft" role="status">{rows.total === null && total > 0 ? "at least " : ""}{many(rows.total ?? total, "row")}</p>
      <div className="rows" ref={box} role="grid" tabIndex={0} aria-label="Rows" aria-rowcount={total + 1} aria-activedescendant={`row-${active}`} onKeyDown={keys}>
        <Header headers={table.getFlatHeaders()} order={filters.order} onOrder={onOrder} />
        <div role="rowgroup" className="rows-body" style={{ height }}>
          {items.map((item, at) => {
            const record = seen[at];
            const row = record && drawn.get(record);
            return (
              <div key={item.key} id={`row-${item.index}`} role="row" aria-rowindex={item.index + 2} aria-selected={item.index === active}
                className={item.index === active ? "row active" : "row"} style={{ transform: `translateY(${item.start - shift}px)`, height: HEIGHT }}>
                {row
                  ? row.getVisibleCells().map((cell) => (
                      <span key={cell.id} role="gridcell" className={`cell ${cell.column.columnDef.meta?.className ?? ""}`}>
                        {flexRender(cell.column.columnDef.cell, cell.getContext())}
                      </span>
                    ))
                  : <span role="gridcell" className="cell soft">row {count(item.index + 1)} …</span>}
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

/** Where a key leads in a long table. */
export function stride(key: string, at: number, total: number): number | null {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -total, End: total };
  const step = steps[key];
  return step === undefined || !total ? null : Math.max(0, Math.min(total - 1, at + step));
}

type Headers = ReturnType<ReturnType<typeof useReactTable<RowRecord>>["getFlatHeaders"]>;

function Header({ headers, order, onOrder }: { headers: Headers; order: string | undefined; onOrder: (order: string | undefined) => void }) {
  return (
    <div role="rowgroup" className="rows-head">
      <div role="row" aria-rowindex={1} className="row">
        {headers.map(({ id, column }) => {
          const key = column.columnDef.meta?.order;
          const sort = order === key ? "ascending" : order === `-${key}` ? "descending" : "none";
          const next = sort === "none" ? key : sort === "ascending" ? `-${key}` : undefined;
          const name = String(column.columnDef.header);
          return (
            <span key={id} role="columnheader" aria-sort={key ? sort : undefined} className={`cell ${column.columnDef.meta?.className ?? ""}`}>
              {key ? (
                <button type="button" className="sort" onClick={() => onOrder(next)}>
                  {name} <span aria-hidden="true">{{ none: "", ascending: "↑", descending: "↓" }[sort]}</span>
                </button>
              ) : name}
            </span>
          );
        })}
      </div>
    </div>
  );
}
