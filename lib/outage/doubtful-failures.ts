import { getThreshold, measurePace, type Observation } from "./line-score.ts";

export interface JudgedAttempt extends Observation {
  /** The text of a failure; null where nothing failed. */
  text: string | null;
  /** A failure that the wording alone blames on the number may be the line's anyway. */
  blames: "line" | "number";
}

/** The bounds of the usual share of numbers that are said to be at fault, which few attempts say badly. */
const [MIN_SHARE, MAX_SHARE] = [0.1, 0.8];

/** One reseller's list of bad numbers is this share of the evidence at most. */
const MAX_RESELLER_SHARE = 0.5;

/**
 * Finds the failures whose wording about the recipient isn't believed: those of a run of numbers without a
 * delivery that the line's usual share of them makes as rarely by chance as a false pause. Numbers of one
 * reseller are half of the evidence at most.
 */
export function findDoubtfulFailures(
  attempts: readonly JudgedAttempt[],
  ineligibleShare: number,
): ReadonlySet<JudgedAttempt> {
  const runs: JudgedAttempt[][] = [[]];
  for (const attempt of attempts) {
    if (attempt.blames === "number") runs.at(-1)?.push(attempt);
    else if (attempt.text === null) runs.push([]);
  }
  const share = Math.min(Math.max(ineligibleShare, MIN_SHARE), MAX_SHARE);
  const needed = Math.ceil(getThreshold(measurePace(attempts)) / Math.log(1 / share));
  return new Set(runs.filter((run) => countNumbers(run, needed) >= needed).flat());
}

/** Counts the numbers of a run, those of each reseller up to their share of the needed ones. */
function countNumbers(run: readonly JudgedAttempt[], needed: number): number {
  const most = Math.ceil(needed * MAX_RESELLER_SHARE);
  return [...Map.groupBy(run, ({ resellerId }) => resellerId).values()]
    .map((ofReseller) => Math.min(new Set(ofReseller.map(({ phone }) => phone)).size, most))
    .reduce((sum, count) => sum + count, 0);
}
