import { getMainTimeoutMs } from "#lib/upstream/account";
import type { SandboxLogEntry } from "#sandbox/log";
import { findDoubleDeliveries, findResentRefs, maxPurchasesInWindow } from "#sandbox/outcome-checks";
import type { SandboxTransaction } from "#sandbox/transaction";
import { describePurchase, type PurchaseRow, type SendAttempt } from "./list-purchase-rows.ts";
import { createVerdict, type Verdict } from "./verdict.ts";

/** The records of the portal and of the upstreams about sends. */
export interface Sends {
  purchases: readonly PurchaseRow[];
  attempts: readonly SendAttempt[];
  /** The log of each upstream, and all of their transactions. */
  logs: readonly SandboxLogEntry[][];
  transactions: SandboxTransaction[];
}

/** The differences of a run from chaos. */
export interface Allowances {
  perMinute: number;
  /**
   * Whether a purchase that was received at this time, in ms since 1970, may be lost with its database. It may be sent
   * again, unless it was delivered.
   */
  mayBeLost: (receivedAt: number) => boolean;
  /** The time from one instant to another in which processes didn't sleep, in ms. */
  countAwake: (from: number, until: number) => number;
}

/** Judges that each purchase is sent at most once, at the upstream's pace, and that its sending ends in time. */
export function judgeSends(
  { purchases, attempts, logs, transactions }: Sends,
  { perMinute, mayBeLost, countAwake }: Allowances,
): Verdict[] {
  const log = logs.flat().sort((a, b) => a.receivedAt - b.receivedAt);
  const received = new Map(log.map(({ ref, receivedAt }) => [ref, receivedAt]));
  const idents = new Set(purchases.map(({ ident }) => ident));
  const most = Math.max(...logs.map((each) => maxPurchasesInWindow(each)));
  const sent = [...new Set(log.flatMap(({ ref }) => ref ?? []))];
  return [
    createVerdict("sent at most once", sent, [
      ...findResentRefs(log.filter(({ receivedAt }) => mayBeLost(receivedAt))),
      ...findResentRefs(log.filter(({ receivedAt }) => !mayBeLost(receivedAt))),
      ...findDoubleDeliveries(transactions),
    ]),
    createVerdict(
      "nothing is lost",
      sent,
      sent.filter((ident) => !idents.has(ident) && !mayBeLost(received.get(ident) ?? 0)),
    ),
    createVerdict(
      "nothing stays in sending",
      purchases,
      purchases.filter(({ state }) => state === "sending").map(describePurchase),
    ),
    createVerdict(
      `at most ${perMinute} sends a minute each (${most})`,
      log,
      most > perMinute ? [`${most} in a minute`] : [],
    ),
    createVerdict(
      "nothing is sending long past its time",
      attempts,
      attempts
        .filter((attempt) => isOverdue(attempt, received.get(attempt.ident), countAwake))
        .map(({ ident }) => ident),
    ),
  ];
}

/** Timeouts count from the upstream's receipt in its log, or else from the claim. */
function isOverdue(
  { claimed, left, timeout }: SendAttempt,
  received: number | undefined,
  countAwake: (from: number, until: number) => number,
): boolean {
  const timedOut = (received ?? claimed) + (timeout ?? getMainTimeoutMs());
  return left === null || countAwake(timedOut, left) > 90_000;
}
