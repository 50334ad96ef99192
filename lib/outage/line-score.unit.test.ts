import { expect, test } from "vitest";
import { TEST_EFFORT } from "#lib/testing/effort";
import { seededGenerator } from "#sandbox/random";
import { createLineScore, getThreshold, type LineOutcome, type Observation } from "./line-score.ts";

const USUAL_SHARE = 0.03;
const MINUTES_PER_MONTH = 30 * 24 * 60;
/** Purchases of a line that works as usual. */
const MANY = TEST_EFFORT.usualPurchases;

interface Test {
  add(failed: boolean, n: number): void;
  isDown(): boolean;
}

const startCusum =
  (perMinute: number, headStart = 0) =>
  (): Test => {
    const threshold = getThreshold(perMinute);
    const score = createLineScore({ failureShare: USUAL_SHARE, threshold, headStart });
    return {
      add: (failed, n) => score.add(observe(failed ? "failed" : "delivered", n)),
      isDown: () => score.value >= threshold,
    };
  };

/** The fixed rule that it is compared with: three failures in a row. */
const startThreeInARow = (): Test => {
  let row = 0;
  return {
    add: (failed) => {
      row = failed ? row + 1 : 0;
    },
    isDown: () => row >= 3,
  };
};

const observe = (outcome: LineOutcome, n: number, resellerId = n % 7): Observation => ({
  outcome,
  phone: `+23480${n}`,
  resellerId,
  at: n * 2_000,
});

/** Counts pauses of a line that works as usual, in a month of this many purchases a minute. */
function countFalsePauses(start: () => Test, perMinute: number, seed: number): number {
  const random = seededGenerator(seed);
  let pauses = 0;
  let test = start();
  for (let n = 0; n < MANY; n += 1) {
    test.add(random() < USUAL_SHARE, n);
    if (!test.isDown()) continue;
    pauses += 1;
    test = start();
  }
  return pauses / (MANY / (perMinute * MINUTES_PER_MONTH));
}

/** Returns the mean minutes from the start of an outage, in which this share fails, until it is noticed. */
function measureDelay(start: () => Test, perMinute: number, share: number): number {
  const [random, runs] = [seededGenerator(7), 500];
  let purchases = 0;
  for (let run = 0; run < runs; run += 1) {
    const test = start();
    for (let n = 0; n < 50; n += 1) test.add(false, n);
    for (let n = 50; !test.isDown(); n += 1) {
      test.add(random() < share, n);
      purchases += 1;
    }
  }
  return purchases / runs / perMinute;
}

const round = (value: number) => Number(value.toPrecision(2));

const RATES = [1, 5, 30];

const describeDelay = (start: () => Test, perMinute: number) =>
  [1, 0.8, 0.5].map((share) => round(measureDelay(start, perMinute, share)));

test("notices an outage within minutes, as the table of docs/decisions/outages.md says", () => {
  // Minutes until it is noticed where all, four fifths and half of the purchases fail.
  expect(RATES.map((rate) => describeDelay(startCusum(rate), rate))).toEqual([
    [5, 6.4, 12],
    [1.2, 1.5, 2.8],
    [0.2, 0.27, 0.52],
  ]);
});

test("pauses by mistake no more than once in ten months at any pace, where three in a row often does", () => {
  for (const rate of RATES) {
    expect(countFalsePauses(startCusum(rate), rate, 11)).toBeLessThanOrEqual(0.1);
    // 1.2, 6 and 36 in a month.
    expect(countFalsePauses(startThreeInARow, rate, 11)).toBeGreaterThan(rate * 0.9);
  }
});

test("needs less evidence soon after a line came back", () => {
  const [fresh, back] = [0, 0.5].map((headStart) => countFailuresUntilDown(headStart));
  expect([fresh, back]).toEqual([6, 3]);
});

function countFailuresUntilDown(headStart: number): number {
  const score = startCusum(5, headStart)();
  for (let n = 0; ; n += 1) {
    if (score.isDown()) return n;
    score.add(true, n);
  }
}

test("counts a recipient once, an unclear attempt less, and a slow delivery not at all", () => {
  const [threshold, failureShare] = [getThreshold(5), USUAL_SHARE];
  const scoreOf = (all: Observation[]) => {
    const score = createLineScore({ failureShare, threshold });
    for (const observation of all) score.add(observation);
    return score.value;
  };
  const [first, second] = [observe("failed", 1), observe("failed", 2)];
  expect(scoreOf([first, first, first])).toBe(scoreOf([first]));
  expect(scoreOf([first, second])).toBeCloseTo(scoreOf([first]) * 2);
  expect(scoreOf([observe("unclear", 1)])).toBeCloseTo(scoreOf([first]) * 0.6);
  expect(scoreOf([first, observe("slow", 2)])).toBe(scoreOf([first]));
  expect(scoreOf([first, observe("delivered", 2)])).toBeLessThan(scoreOf([first]));
});

test("lets one reseller alone pause a line only where no other is served on it", () => {
  const threshold = getThreshold(5);
  const failMany = (score: ReturnType<typeof createLineScore>) => {
    for (let n = 1; n < 200; n += 1) score.add(observe("failed", n, 1));
    return score.value >= threshold;
  };
  const alone = createLineScore({ failureShare: USUAL_SHARE, threshold });
  expect(failMany(alone)).toBe(true);
  const shared = createLineScore({ failureShare: USUAL_SHARE, threshold });
  shared.add(observe("delivered", 0, 2));
  expect(failMany(shared)).toBe(false);
  for (let n = 200; n < 203; n += 1) shared.add(observe("failed", n, 2));
  expect(shared.value).toBeGreaterThanOrEqual(threshold);
});

test("keeps the accepted number of false pauses where a line usually fails more often", () => {
  const random = seededGenerator(5);
  const threshold = getThreshold(30);
  let pauses = 0;
  let score = createLineScore({ failureShare: 0.1, threshold });
  for (let n = 0; n < MANY; n += 1) {
    score.add(observe(random() < 0.1 ? "failed" : "delivered", n));
    if (score.value < threshold) continue;
    pauses += 1;
    score = createLineScore({ failureShare: 0.1, threshold });
  }
  expect(pauses).toBeLessThanOrEqual(1);
});
