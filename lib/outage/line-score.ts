/** The result of an attempt, as evidence about its line. */
export type LineOutcome = "delivered" | "slow" | "failed" | "unclear";

export interface Observation {
  outcome: LineOutcome;
  /** The recipient in E.164. */
  phone: string;
  resellerId: number;
  /** When it was sent, in ms. */
  at: number;
}

export interface ScoreOptions {
  /** The usual share of failures of the line. */
  failureShare: number;
  /** The score at which the line counts as down (`getThreshold`). */
  threshold: number;
  /** The share of the threshold that it begins with: a line that just came back needs less evidence. */
  headStart?: number;
}

/** The share of failures while a line is down: most of an outage isn't total. */
const DOWN_SHARE = 0.5;
/** The bounds of the usual share of failures, which few attempts say badly. */
const [MIN_SHARE, MAX_SHARE] = [0.02, 0.25];
/** An unclear attempt may have been delivered: it weighs a part of a failed one. */
const UNCLEAR_WEIGHT = 0.6;
/** The share of the threshold that the failures of one reseller reach where others are delivered to. */
const MAX_RESELLER_SHARE = 0.7;
const HOUR_MS = 3_600_000;

/** False pauses of a line that are accepted in a month of its usual failures. */
export const FALSE_PAUSES_PER_MONTH = 0.1;
const MINUTES_PER_MONTH = 30 * 24 * 60;
/** Quieter lines are judged as if they sold so many a minute. */
const MIN_PER_MINUTE = 0.2;

/**
 * Returns the score at which a line counts as down. By Lorden's inequality a cumulative sum of
 * log-likelihood ratios reaches `h` by chance once in `e^h` attempts at most: so a line that sells more
 * needs more evidence, and a busy and a quiet one are paused by mistake equally rarely.
 */
export const getThreshold = (perMinute: number): number =>
  Math.log((Math.max(perMinute, MIN_PER_MINUTE) * MINUTES_PER_MONTH) / FALSE_PAUSES_PER_MONTH);

/** The minutes in which purchases are counted for the pace. */
const PACE_MINUTES = 30;

/** Measures how many attempts a line has in a minute, of those before the last; in the order of sending. */
export function measurePace(attempts: readonly { at: number }[]): number {
  const [first, last] = [attempts[0]?.at ?? 0, attempts.at(-1)?.at ?? 0];
  const recent = attempts.filter(({ at }) => at > last - PACE_MINUTES * 60_000);
  const span = recent.length === attempts.length ? (last - first) / 60_000 : PACE_MINUTES;
  return recent.length / Math.max(span, 1);
}

export interface LineScore {
  /** The evidence that the line is down: it grows with failures, falls with deliveries, never below 0. */
  readonly value: number;
  /** Since when it is above 0, in ms; null at 0. */
  readonly since: number | null;
  /** Adds the next attempt, in the order in which they were sent. */
  add(observation: Observation): void;
}

/**
 * Creates the score of a line: a one-sided cumulative sum (CUSUM) of the log-likelihood ratios of “half of
 * all fail” against “as usual”. Each recipient's failure counts once until something is delivered to them,
 * and the failures of one reseller don't reach the threshold alone while others are delivered to: who buys
 * for wrong numbers stops no sales.
 */
export function createLineScore({ failureShare, threshold, headStart = 0 }: ScoreOptions): LineScore {
  const usual = Math.min(Math.max(failureShare, MIN_SHARE), MAX_SHARE);
  const failedWeight = Math.log(DOWN_SHARE / usual);
  const deliveredWeight = Math.log((1 - DOWN_SHARE) / (1 - usual));
  const failedPhones = new Set<string>();
  const lastDelivery = new Map<number, number>();
  let byReseller = new Map<number, number>();
  let value = threshold * headStart;
  let since: number | null = null;

  const addFailure = ({ outcome, phone, resellerId, at }: Observation) => {
    if (failedPhones.has(phone)) return;
    failedPhones.add(phone);
    const weight = failedWeight * (outcome === "failed" ? 1 : UNCLEAR_WEIGHT);
    const before = byReseller.get(resellerId) ?? 0;
    const othersAreServed = [...lastDelivery].some(([id, time]) => id !== resellerId && time > at - HOUR_MS);
    const room = othersAreServed ? Math.max(0, threshold * MAX_RESELLER_SHARE - before) : weight;
    const step = Math.min(weight, room);
    byReseller.set(resellerId, before + step);
    value += step;
    since ??= at;
  };

  const addDelivery = ({ phone, resellerId, at }: Observation) => {
    failedPhones.delete(phone);
    lastDelivery.set(resellerId, at);
    value = Math.max(0, value + deliveredWeight);
    if (value > 0) return;
    since = null;
    byReseller = new Map();
  };

  return {
    get value() {
      return value;
    },
    get since() {
      return since;
    },
    add(observation) {
      if (observation.outcome === "delivered") addDelivery(observation);
      else if (observation.outcome !== "slow") addFailure(observation);
    },
  };
}
