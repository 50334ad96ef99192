import type { Supplier } from "#lib/supplier/supplier";
import type { Evidence, KnownMove } from "./chain/evidence.ts";
import type { AttemptResponse } from "./read-responses.ts";
import type { ReconcileSettings } from "./reconcile-settings.ts";

/**
 * For how long a purchase without a definite response may still be executed or refunded.
 * Admins set all but the last.
 */
export interface EvidenceBounds extends Pick<ReconcileSettings, "lateSeconds" | "refundSeconds"> {
  /** For how long a response is waited for, in ms. */
  timeoutMs: number;
}

/** The claim and the end of an attempt, in ms; the end is null when its sender died. */
interface SentAttempt {
  claimedAt: number;
  answeredAt: number | null;
}

/** @param supplier the one whose responses are judged. */
export function getEvidenceBounds(
  { lateSeconds, refundSeconds }: ReconcileSettings,
  { timeoutMs }: Pick<Supplier, "timeoutMs">,
): EvidenceBounds {
  return { lateSeconds, refundSeconds, timeoutMs };
}

/** The last instant at which a purchase without a definite response may still be executed, in ms. */
export function getExecutionDeadline(sent: SentAttempt, bounds: EvidenceBounds): number {
  return getResponseDeadline(sent, bounds) + bounds.lateSeconds * 1000;
}

/**
 * The last instant at which the money of a purchase without a definite response may come back, in ms.
 * It is the same for a time-out, a reset, a 5xx and `pending`: in each case the purchase may be
 * pending at the upstream.
 */
export function getRefundDeadline(sent: SentAttempt, bounds: EvidenceBounds): number {
  return getResponseDeadline(sent, bounds) + bounds.refundSeconds * 1000;
}

/** The upstream may work on a request as long as we wait for its response: bounds count from then. */
function getResponseDeadline({ claimedAt, answeredAt }: SentAttempt, { timeoutMs }: EvidenceBounds): number {
  return answeredAt ?? claimedAt + timeoutMs;
}

type EvidenceParts = {
  -readonly [part in "links" | "sends" | "known" | "returns" | "fogs"]: Evidence[part][number][];
};

/**
 * Turns each response into evidence for the chain, as known at `asOf` (ms): a link, a purchase that may have
 * been charged, a move whose place is unknown, or a time in which anything may have happened.
 */
export function buildEvidence(
  responses: readonly AttemptResponse[],
  moves: readonly KnownMove[],
  { since, asOf, bounds }: { since: number; asOf: number; bounds: EvidenceBounds },
): Evidence {
  const parts: EvidenceParts = { links: [], sends: [], known: [...moves], returns: [], fogs: [] };
  for (const response of responses) {
    if (response.result === null || (response.answeredAt ?? 0) > asOf) {
      parts.fogs.push({ from: response.claimedAt, to: Number.POSITIVE_INFINITY });
    } else if (response.result === "unconfirmed") addDoubtfulResponse(parts, response, bounds, since);
    else addDefiniteResponse(parts, response, bounds, since);
  }
  return { since, ...parts };
}

/** A successful or failed purchase: its balances are a link, unless they contradict the charge. */
function addDefiniteResponse(
  parts: EvidenceParts,
  response: AttemptResponse,
  bounds: EvidenceBounds,
  since: number,
) {
  const { attemptId: id, claimedAt: from, amount, before, after } = response;
  const to = response.answeredAt ?? from;
  const failed = response.result === "failed";
  if (before !== null && after !== null) {
    const fell = before - after;
    if (fell !== amount && !(failed && fell === 0n)) parts.fogs.push({ from, to });
    else if (to >= since) parts.links.push({ id, from, to, before, after });
    if (failed && fell > 0n && fell === amount)
      parts.returns.push({ from, to: getRefundDeadline(response, bounds), amount: fell, after: id });
  } else if (!failed && amount !== null) parts.known.push({ from, to, amount: -amount });
  else parts.fogs.push({ from, to });
}

/** An unconfirmed purchase: it may have been charged then or later, and the money may have come back. */
function addDoubtfulResponse(
  parts: EvidenceParts,
  response: AttemptResponse,
  bounds: EvidenceBounds,
  since: number,
) {
  const { attemptId: id, claimedAt: from, amount, before, after, cost } = response;
  const late = getExecutionDeadline(response, bounds);
  const refundTo = getRefundDeadline(response, bounds);
  const answered = response.answeredAt ?? from;
  if (response.discrepancy !== null) {
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
