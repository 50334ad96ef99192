import { env } from "#lib/core/env";
import type { Evidence, Known } from "./chain/evidence.ts";
import type { Answer } from "./read-answers.ts";
import type { Settings } from "./settings.ts";

/** How long a purchase without a definite answer may still surprise; settable on the desk, but for the last. */
export interface Bounds extends Pick<Settings, "lateSeconds" | "refundSeconds"> {
  /** For how long an answer is waited for, in ms. */
  timeoutMs: number;
}

/** When a try was made and, unless its sender died, when it was answered or given up. In ms. */
interface Try {
  claimedAt: number;
  answeredAt: number | null;
}

/** The bounds in force. */
export function boundsOf({ lateSeconds, refundSeconds }: Settings): Bounds {
  return { lateSeconds, refundSeconds, timeoutMs: env().UPSTREAM_TIMEOUT_MS };
}

/** The last instant at which a purchase without a definite answer may still be executed, in ms. */
export function lateUntil(sent: Try, bounds: Bounds): number {
  return givenUpAt(sent, bounds) + bounds.lateSeconds * 1000;
}

/**
 * The last instant at which the money of a purchase without a definite answer may come back, in ms. It is the same
 * for a time-out, a reset, a 5xx and `pending`: behind each of them the upstream may still call it pending.
 */
export function refundUntil(sent: Try, bounds: Bounds): number {
  return givenUpAt(sent, bounds) + bounds.refundSeconds * 1000;
}

/** An upstream may work on a request for as long as somebody waits for it, so the bounds count from there. */
function givenUpAt({ claimedAt, answeredAt }: Try, { timeoutMs }: Bounds): number {
  return answeredAt ?? claimedAt + timeoutMs;
}

type Parts = {
  -readonly [part in "links" | "sends" | "known" | "returns" | "fogs"]: Evidence[part][number][];
};

/**
 * What each answer is worth to the chain, as things stood at `asOf`: a link, a purchase that may have been
 * charged, a move without its place, or a time in which anything may have happened.
 */
export function weigh(
  answers: readonly Answer[],
  moves: readonly Known[],
  { since, asOf, bounds }: { since: number; asOf: number; bounds: Bounds },
): Evidence {
  const parts: Parts = { links: [], sends: [], known: [...moves], returns: [], fogs: [] };
  for (const answer of answers) {
    if (answer.meaning === null || (answer.answeredAt ?? 0) > asOf) {
      parts.fogs.push({ from: answer.claimedAt, to: Number.POSITIVE_INFINITY });
    } else if (answer.meaning === "unconfirmed") doubtful(parts, answer, bounds, since);
    else definite(parts, answer, bounds, since);
  }
  return { since, ...parts };
}

/** Successful or failed: its balances are a link, unless they contradict what it says was charged. */
function definite(parts: Parts, answer: Answer, bounds: Bounds, since: number) {
  const { attemptId: id, claimedAt: from, amount, before, after } = answer;
  const to = answer.answeredAt ?? from;
  const failed = answer.meaning === "failed";
  if (before !== null && after !== null) {
    const fell = before - after;
    if (fell !== amount && !(failed && fell === 0n)) parts.fogs.push({ from, to });
    else if (to >= since) parts.links.push({ id, from, to, before, after });
    if (failed && fell > 0n && fell === amount)
      parts.returns.push({ from, to: refundUntil(answer, bounds), amount: fell, after: id });
  } else if (!failed && amount !== null) parts.known.push({ from, to, amount: -amount });
  else parts.fogs.push({ from, to });
}

/** Nobody knows: it may have been charged now or later, and the money may have come back. */
function doubtful(parts: Parts, answer: Answer, bounds: Bounds, since: number) {
  const { attemptId: id, claimedAt: from, amount, before, after, cost } = answer;
  const late = lateUntil(answer, bounds);
  const refundTo = refundUntil(answer, bounds);
  const answered = answer.answeredAt ?? from;
  if (answer.discrepancy !== null) {
    parts.fogs.push({ from, to: late });
  } else if (before === null || after === null) {
    parts.sends.push({ id, cost, from, to: late, refundTo });
  } else if (before === after) {
    if (answered >= since) parts.links.push({ id, from, to: answered, before, after });
    parts.sends.push({ id, cost, from, to: refundTo, refundTo });
  } else if (before - after === amount) {
    if (answered >= since) parts.links.push({ id, from, to: answered, before, after });
    parts.sends.push({ id, cost: amount, from, to: answered, refundTo, charged: id });
  } else parts.fogs.push({ from, to: late });
}
