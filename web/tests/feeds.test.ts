import { expect, test } from "vitest";

import { feedOf } from "../src/feeds";
import type { RowPage, RowRecord } from "../src/runs";

const row = (place: number): RowRecord => ({ place, id: place, status: "scored", verdict: null, overall: null, values: {}, caps: [], unscored: {}, given: null, judged: null, reason: "" });
const pageOf = (rows: RowRecord[], change: Partial<RowPage> = {}): RowPage => ({ rows, next: null, total: null, offsets: false, ...change });
const settled = () => new Promise((done) => setTimeout(done));

test("one may jump about in a million rows; only what is wanted is asked for", async () => {
  const asked: string[] = [];
  const from = (offset: number) => pageOf(Array.from({ length: 100 }, (_, at) => row(offset + at + 1)), { total: 1_000_000, offsets: true });
  const feed = feedOf(from(0), (part) => {
    asked.push(part);
    return Promise.resolve(from(Number(new URLSearchParams(part).get("offset"))));
  }, () => undefined);
  expect([feed.count, feed.at(99)?.place]).toEqual([1_000_000, 100]);
  feed.want(0, 20);
  feed.want(999_980, 999_999);
  await settled();
  expect(asked).toEqual(["offset=999900&limit=100"]);
  expect(feed.at(999_999)?.place).toBe(1_000_000);
  expect(feed.at(500_000)).toBeUndefined();
});

test("a search goes on over empty pages until there is something to see", async () => {
  const pages = [pageOf([row(7001)], { next: "10000" }), pageOf([row(12_000)])];
  const asked: string[] = [];
  const feed = feedOf(pageOf([], { next: "5000" }), (part) => {
    asked.push(part);
    return Promise.resolve(pages.shift() as RowPage);
  }, () => undefined);
  feed.want(0, 0);
  await settled();
  expect(asked).toEqual(["limit=200&after=5000"]);
  expect(feed.count).toBe(2);
  feed.want(0, 1);
  await settled();
  expect([feed.at(0)?.place, feed.at(1)?.place, feed.count]).toEqual([7001, 12_000, 2]);
});

test("a page that could not be had is told and can be asked for again", async () => {
  const told: unknown[] = [];
  let calls = 0;
  const second = pageOf([row(101)], { total: 101, offsets: true });
  const fetch = () => (calls++ ? Promise.resolve(second) : Promise.reject(new Error("no")));
  const feed = feedOf(pageOf([], { total: 101, offsets: true }), fetch, (problem) => told.push(problem));
  feed.want(100, 100);
  await settled();
  feed.want(100, 100);
  await settled();
  expect(told).toEqual([new Error("no"), undefined]);
  expect(feed.at(100)?.place).toBe(101);
});
