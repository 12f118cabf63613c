import { expect, test } from "vitest";

import { Listed, Paged } from "../src/feeds";
import type { RowPage, RowRecord } from "../src/runs";

const row = (place: number): RowRecord => ({ place, id: place, status: "scored", verdict: null, overall: null, values: {}, caps: [], unscored: {} });
const settled = () => new Promise((done) => setTimeout(done));

test("one may jump about in a million rows; only what is wanted is asked for", async () => {
  const asked: string[] = [];
  const feed = new Paged((part) => {
    asked.push(part);
    const offset = Number(new URLSearchParams(part).get("offset"));
    return Promise.resolve<RowPage>({ rows: Array.from({ length: 100 }, (_, at) => row(offset + at + 1)), next: null, total: 1_000_000 });
  }, () => undefined);
  feed.want(0, 20);
  feed.want(999_980, 999_999);
  await settled();
  expect(asked).toEqual(["offset=0&limit=100", "offset=999900&limit=100"]);
  expect(feed.at(999_999)?.place).toBe(1_000_000);
  expect(feed.at(500_000)).toBeUndefined();
  expect(feed.count).toBe(1_000_000);
});

test("a search goes on over empty pages until there is something to see", async () => {
  const pages: RowPage[] = [
    { rows: [], next: "5000", total: null },
    { rows: [row(7001)], next: "10000", total: null },
    { rows: [row(12_000)], next: null, total: null },
  ];
  const asked: string[] = [];
  const feed = new Listed((part) => {
    asked.push(part);
    return Promise.resolve(pages.shift() as RowPage);
  }, () => undefined);
  feed.want(0, 0);
  await settled();
  expect(asked).toEqual(["limit=200", "limit=200&after=5000"]);
  expect(feed.count).toBe(2);
  feed.want(0, 1);
  await settled();
  expect([feed.at(0)?.place, feed.at(1)?.place, feed.count]).toEqual([7001, 12_000, 2]);
});

test("a page that could not be had is told and can be asked for again", async () => {
  const told: unknown[] = [];
  let calls = 0;
  const feed = new Paged(() => (calls++ ? Promise.resolve({ rows: [row(1)], next: null, total: 1 }) : Promise.reject(new Error("no"))), (problem) => told.push(problem));
  feed.want(0, 0);
  await settled();
  feed.want(0, 0);
  await settled();
  expect(told).toEqual([new Error("no"), undefined]);
  expect(feed.at(0)?.place).toBe(1);
});
