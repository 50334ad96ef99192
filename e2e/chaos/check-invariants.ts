import type { Ctx } from "#lib/core/context";
import { checkPurchases, type Invariant } from "#lib/sales/check-purchases";
import type { SandboxControl } from "#sandbox/control-client";
import type { RecordedReply } from "./buyer.ts";
import { judgeFairQueue } from "./judge-fair-queue.ts";
import { judgeKnownLosses } from "./judge-known-losses.ts";
import { judgeMoney, type LedgerFindings } from "./judge-money.ts";
import { judgeReplies } from "./judge-replies.ts";
import { type Allowances, judgeSends } from "./judge-sends.ts";
import { listPurchaseRows, listSendAttempts } from "./list-purchase-rows.ts";
import type { PriceRise } from "./raise-prices.ts";
import type { Verdict } from "./verdict.ts";
import { SENDS_PER_MINUTE } from "./world.ts";

/**
 * Checks the invariants: compares our database with the logs of all upstreams, the main one first, and the responses to
 * buyers.
 */
export async function checkInvariants(
  ctx: Ctx,
  sandboxes: readonly Pick<SandboxControl, "purchases" | "transactions">[],
  answers: readonly RecordedReply[],
  rises: readonly PriceRise[],
  {
    perMinute = SENDS_PER_MINUTE,
    mayBeLost = () => false,
    countAwake = (from, until) => until - from,
  }: Partial<Allowances> = {},
): Promise<Verdict[]> {
  const [logs, transactionsOfEach, purchases, { findings }, attempts] = await Promise.all([
    Promise.all(sandboxes.map((sandbox) => sandbox.purchases())),
    Promise.all(sandboxes.map((sandbox) => sandbox.transactions())),
    listPurchaseRows(ctx),
    checkPurchases(ctx),
    listSendAttempts(ctx),
  ]);
  const transactions = transactionsOfEach.flat();
  const { reused, ...ledger } = groupFindings(findings);
  return [
    ...judgeSends({ purchases, attempts, logs, transactions }, { perMinute, mayBeLost, countAwake }),
    ...judgeMoney(purchases, { transactions, mayBeLost }, ledger),
    ...judgeReplies(answers, purchases, reused),
    judgeFairQueue(purchases, attempts, rises, { suppliers: sandboxes.length, perMinute }),
    judgeKnownLosses(logs, purchases, rises),
  ];
}

/** Separates the findings that have verdicts of their own. */
function groupFindings(findings: readonly string[]): LedgerFindings & { reused: string[] } {
  const select = (...invariants: Invariant[]) =>
    findings.filter((finding) => invariants.some((invariant) => finding.endsWith(invariant)));
  const belowFloor = select("wallets below their floor");
  const withoutAudit = select("journals without an audit record");
  const reused = select(
    "client references used twice by one reseller",
    "purchases that were sent more than once",
  );
  const named = new Set([...belowFloor, ...withoutAudit, ...reused]);
  return { belowFloor, withoutAudit, reused, unbalanced: findings.filter((finding) => !named.has(finding)) };
}
