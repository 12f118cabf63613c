import { createColumnHelper, type RowData } from "@tanstack/react-table";

import { address } from "../router";
import type { RowRecord } from "../runs";
import type { Verdict } from "../types";
import { hasOverall, isCouncil, metricScale, type Scale, topOf } from "../scales";
import { figure, metricName, plain } from "../words";
import { VerdictChip } from "./chips";
import { toneOf } from "./score";

declare module "@tanstack/react-table" {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- the names are the library's
  interface ColumnMeta<TData extends RowData, TValue> {
    className?: string;
    order?: string;
  }
}

const column = createColumnHelper<RowRecord>();

/** The columns of a run's rows: who, what came of it, every metric, and what stood in its way. */
export function columnsOf(run: string, metrics: string[], judge: string) {
  const overall = hasOverall(judge);
  return [
    column.accessor("place", { header: "Row", meta: { className: "c-place n" } }),
    column.accessor("id", {
      header: "Id",
      meta: { className: "c-id" },
      cell: ({ row, getValue }) => <a href={address(["runs", run, "rows", row.original.place])} tabIndex={-1}>{String(getValue())}</a>,
    }),
    column.display({ id: "verdict", header: overall || isCouncil(judge) ? "Status" : "Verdict", meta: { className: "c-verdict" }, cell: ({ row }) => <State row={row.original} /> }),
    ...(overall ? [column.accessor("overall", { header: "Overall", meta: { className: "c-value n", order: "overall" }, cell: ({ getValue }) => figure(getValue(), topOf(judge)) })] : []),
    ...metrics.map((name) =>
      column.accessor((row) => row.values[name] ?? null, {
        id: name,
        header: metricName(name),
        meta: { className: "c-value n", order: name },
        cell: ({ getValue }) => <Value value={getValue()} scale={metricScale(judge, name)} />,
      }),
    ),
    column.display({ id: "notes", header: "Caps and reasons", meta: { className: "c-notes" }, cell: ({ row }) => notes(row.original) }),
  ];
}

function State({ row }: { row: RowRecord }) {
  if (row.verdict) return <VerdictChip verdict={row.verdict as Verdict} />;
  return <span className={row.status === "failed" ? "bad" : "soft"}>{row.status}</span>;
}

function Value({ value, scale }: { value: number | null; scale: Scale }) {
  if (value === null) return <span className="soft">–</span>;
  return <span className={`value ${toneOf(value, scale)}`}>{figure(value, scale.top)}</span>;
}

function notes({ caps, unscored, error }: RowRecord): string {
  return [...new Set([...(error ? [error] : []), ...caps.map(plain), ...Object.values(unscored).map(plain)])].join(" · ");
}
