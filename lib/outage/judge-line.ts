import type { OutageEvidence } from "#db/schema/outage";
import type { Line } from "./line.ts";
import type { Habit } from "./line-habits.ts";
import { createLineScore, getThreshold, measurePace } from "./line-score.ts";
import type { LineAttempt } from "./read-attempts.ts";

export interface JudgedLine extends Line {
  score: number;
  threshold: number;
  perMinute: number;
  evidence: OutageEvidence;
}

/** A line that came back a moment ago is paused again by half the evidence. */
const HEAD_START = 0.5;

/**
 * Judges a line by its attempts after `from`, in ms, in the order in which they were sent; undefined
 * without any.
 */
export function judgeLine(
  attempts: readonly LineAttempt[],
  { habit, from, isBack }: { habit: Habit; from: number; isBack: boolean },
): JudgedLine | undefined {
  const judged = attempts.filter(({ at }) => at > from);
  const [last] = attempts.slice(-1);
  if (!last) return undefined;
  const perMinute = measurePace(attempts);
  const threshold = getThreshold(perMinute);
  const score = createLineScore({
    failureShare: habit.failureShare,
    threshold,
    headStart: isBack ? HEAD_START : 0,
  });
  for (const attempt of judged) score.add(attempt);
  const { supplierId, networkId, typeId } = last;
  const evidence = describeEvidence(
    judged.filter(({ at }) => at >= (score.since ?? Number.POSITIVE_INFINITY)),
  );
  return { supplierId, networkId, typeId, score: score.value, threshold, perMinute, evidence };
}

const MAX_TEXTS = 5;

function describeEvidence(attempts: readonly LineAttempt[]): OutageEvidence {
  const countOf = (outcome: LineAttempt["outcome"]) =>
    attempts.filter((each) => each.outcome === outcome).length;
  const texts = [
    ...Map.groupBy(
      attempts.flatMap(({ text }) => text ?? []),
      (text) => text,
    ),
  ]
    .map(([text, all]) => ({ text, count: all.length }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_TEXTS);
  return {
    delivered: countOf("delivered") + countOf("slow"),
    failed: countOf("failed"),
    unclear: countOf("unclear"),
    since: new Date(attempts[0]?.at ?? Date.now()).toISOString(),
    texts,
  };
}

/**
 * The further evidence that several lines together need: there are more sums than lines that may be high by
 * chance.
 */
const NETWORK_MARGIN = 3;

/**
 * Lists the lines that are down: each for itself, or several of one network from one supplier together,
 * where quiet lines fail at the same time. Of these only lines with failures and without a delivery since.
 */
export function listDownLines(judged: readonly JudgedLine[]): JudgedLine[] {
  const down = new Set(judged.filter(({ score, threshold }) => score >= threshold));
  for (const ofNetwork of Map.groupBy(judged, (line) => `${line.supplierId} ${line.networkId}`).values()) {
    const failing = ofNetwork.filter(
      ({ evidence: { delivered, failed, unclear } }) => failed + unclear > 0 && delivered === 0,
    );
    if (failing.length < 2) continue;
    const sum = failing.reduce((total, { score }) => total + score, 0);
    const pace = ofNetwork.reduce((total, { perMinute }) => total + perMinute, 0);
    if (sum >= getThreshold(pace) + NETWORK_MARGIN) for (const line of failing) down.add(line);
  }
  return [...down];
}
