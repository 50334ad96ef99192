import { expect, test } from "vitest";
import { TEST_EFFORT } from "#lib/testing/effort";
import { seededGenerator } from "#sandbox/random";
import { judgeLine, listDownLines } from "./judge-line.ts";
import { UNKNOWN_HABIT } from "./line-habits.ts";
import { type AttemptRow, toLineAttempts } from "./read-attempts.ts";

const NOT_ELIGIBLE = "failed You are not eligible for this bundle";
const MAX_ROWS = 300;
/** A shorter run is never doubtful, so that most purchases of the simulation need no judgement. */
const MIN_RUN = 5;
const MANY = TEST_EFFORT.usualPurchases / 3;

interface Line {
  perMinute: number;
  /** The share of numbers that aren't eligible. */
  share: number;
  /** Each day one reseller buys for 50 numbers of which four in five aren't eligible, at 30 a minute. */
  hasBadBatches?: boolean;
}

/** Purchases of a line in order, of seven resellers and batches; 3 % fail by the network's fault. */
function startLine({ perMinute, share, hasBadBatches = false }: Line, seed: number) {
  const random = seededGenerator(seed);
  let [sold, ofBatch, at] = [0, 0, 0];
  return (isOut = false): AttemptRow => {
    sold += 1;
    if (hasBadBatches && sold % (perMinute * 1440) === 0) ofBatch = 50;
    const isBatch = ofBatch > 0 && random() < 30 / (30 + perMinute);
    if (isBatch) ofBatch -= 1;
    at += 60_000 / (perMinute + (ofBatch > 0 ? 30 : 0));
    const isEligible = random() >= (isBatch ? 0.8 : share);
    const note = isOut || !isEligible ? NOT_ELIGIBLE : random() < 0.03 ? "failed down" : null;
    return {
      ...{ supplierId: 1, networkId: 1, typeId: 1, ident: `DT${sold}`, phone: `+23480${sold}`, sentAt: at },
      resellerId: isBatch ? 8 : 1 + Math.floor(random() * 7),
      ...{ took: 1, age: 1, note },
      ...(note === null
        ? { result: "successful", state: "successful" }
        : { result: "failed", state: "failed" }),
    };
  };
}

/** Whether the line is paused by what its latest attempts say, judged by a habit of this share. */
function isDown(rows: readonly AttemptRow[], share: number): boolean {
  const habit = { ...UNKNOWN_HABIT, ineligibleShare: share };
  const line = judgeLine(toLineAttempts(rows, habit, new Map()), { habit, from: -1, isBack: false });
  return line !== undefined && listDownLines([line]).length > 0;
}

/** The fixed rule that it is compared with: ten in a row aren't eligible. */
const hasTenInARow = (rows: readonly AttemptRow[]) =>
  rows.length >= 10 && rows.slice(-10).every(({ note }) => note === NOT_ELIGIBLE);

type Rule = (rows: readonly AttemptRow[], share: number) => boolean;

/** Counts pauses of a line that works as usual. */
function countFalsePauses(line: Line, rule: Rule = isDown): number {
  const buy = startLine(line, 11);
  let [pauses, run] = [0, 0];
  let rows: AttemptRow[] = [];
  for (let n = 0; n < MANY; n += 1) {
    const row = buy();
    rows.push(row);
    if (rows.length > MAX_ROWS * 10) rows = rows.slice(-MAX_ROWS);
    run = row.note === null ? 0 : run + 1;
    if (run < MIN_RUN || !rule(rows.slice(-MAX_ROWS), line.share)) continue;
    pauses += 1;
    [rows, run] = [[], 0];
  }
  return pauses;
}

/** Returns the mean minutes until it is noticed that every number is said to be not eligible. */
function measureDelay(line: Line): number {
  const runs = 50;
  let minutes = 0;
  for (let run = 0; run < runs; run += 1) {
    const buy = startLine(line, run);
    const rows = Array.from({ length: 200 }, () => buy());
    const began = rows.at(-1)?.sentAt ?? 0;
    while (!isDown(rows.slice(-MAX_ROWS), line.share)) rows.push(buy(true));
    minutes += ((rows.at(-1)?.sentAt ?? 0) - began) / 60_000;
  }
  return minutes / runs;
}

const RATES = [1, 5, 30];
const round = (value: number) => Number(value.toPrecision(2));

test("notices that no number is eligible any more, as the table of docs/decisions/outages.md says", () => {
  const table = [0.05, 0.2, 0.3, 0.5].map((share) =>
    RATES.map((perMinute) => round(measureDelay({ perMinute, share }))),
  );
  expect(table).toEqual([
    [5.9, 1.4, 0.26],
    [8.6, 1.9, 0.35],
    [11, 2.5, 0.45],
    [18, 4.2, 0.76],
  ]);
});

test("hardly ever pauses a line whose numbers are as eligible as usual, where ten in a row often does", () => {
  const lines = RATES.flatMap((perMinute) => [0.2, 0.5].map((share) => ({ perMinute, share })));
  expect(lines.map((line) => countFalsePauses(line))).toEqual(lines.map(() => 0));
  // 17 a month at one a minute, 510 at thirty.
  expect(countFalsePauses({ perMinute: 1, share: 0.5 }, hasTenInARow)).toBeGreaterThan(20);
});

test("doesn’t pause a line for one reseller's lists of bad numbers", () => {
  for (const share of [0.05, 0.3])
    expect(countFalsePauses({ perMinute: 1, share, hasBadBatches: true })).toBeLessThanOrEqual(1);
});
