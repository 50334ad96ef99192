import { parseArgs } from "node:util";
import { seededGenerator } from "#sandbox/random";
import { maxRow, printTable, type Row } from "./support/compare.ts";

/** The share of a day's purchases that each hour brings: people buy in the morning, at noon, and most in the evening. */
const HOURLY_SHARES = [1, 1, 1, 1, 1, 2, 4, 6, 7, 6, 5, 5, 6, 6, 5, 5, 5, 6, 8, 9, 8, 6, 4, 2];
const DAY_COUNT = 5;
/** Purchases that would wait longer are rejected at once: no one on the web waits longer than this. */
const MAX_WAIT_S = 15 * 60;

/**
 * `npm run bench -- pace [--per-minute 30] [--accounts 1,2,3,5,8]`: how long purchases wait for their slot when the upstream
 * takes so many a minute of each account, by how many there are in a day: a simulation of days with a morning and an
 * evening, with the same seed for all. Nothing is asked; it shows where the next account is needed.
 */
export function run(args: string[]): number {
  const { values } = parseArgs({
    args,
    options: {
      "per-minute": { type: "string", default: "30" },
      accounts: { type: "string", default: "1,2,3,5,8" },
    },
  });
  const gap = (60 / Number(values["per-minute"])) * 1.035;
  const rows: Row[] = [];
  for (const perDay of [5_000, 10_000, 20_000, 40_000, 80_000, 160_000]) {
    for (const accounts of values.accounts.split(",").map(Number)) {
      const { waits, rejected } = simulateDays(perDay, accounts, gap);
      const nineteenOfTwenty = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? 0;
      const share = ((100 * rejected) / (waits.length + rejected)).toFixed(1);
      const what = `${perDay} a day, accounts: ${accounts}; 95 % within ${nineteenOfTwenty.toFixed(0)} s, ${share} % rejected; wait`;
      rows.push(maxRow({ what, unit: "s" }, waits));
    }
  }
  return printTable("pace", rows);
}

/** Simulates the waits in s of some days' purchases for the next free slot of any account, and counts rejections. */
function simulateDays(perDay: number, accounts: number, gap: number): { waits: number[]; rejected: number } {
  const draw = seededGenerator(1);
  const whole = HOURLY_SHARES.reduce((sum, share) => sum + share, 0);
  const free = Array.from({ length: accounts }, () => 0);
  const waits: number[] = [];
  let rejected = 0;
  for (let hour = 0; hour < DAY_COUNT * 24; hour++) {
    const mean = ((HOURLY_SHARES[hour % 24] ?? 0) / whole) * perDay;
    const moments = Array.from({ length: drawCount(mean, draw) }, () => (hour + draw()) * 3600);
    for (const at of moments.toSorted((a, b) => a - b)) {
      const soonest = free.indexOf(Math.min(...free));
      const sent = Math.max(at, free[soonest] ?? 0);
      if (sent - at > MAX_WAIT_S) rejected += 1;
      else {
        free[soonest] = sent + gap;
        waits.push(sent - at);
      }
    }
  }
  return { waits, rejected };
}

/** Draws a count that is `mean` on average, with the spread of independent arrivals. */
function drawCount(mean: number, draw: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
  return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
}
