import { current } from "#lib/catalogue/current";
import { quoteOf } from "#lib/catalogue/price";
import { type Ctx, LEVELS } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { countPending } from "#lib/funding/list-pending";
import { dispatching } from "#lib/purchase/send/dispatching";
import { countUnconfirmed, openDiscrepancies } from "#lib/reconcile/admin/counts";
import { countProposals } from "#lib/reconcile/admin/list-proposals";
import { upstreamBalance } from "#lib/reconcile/upstream-balance";
import { countFailedJobs } from "./jobs.ts";

/** Something that waits for an admin's hand. Money in minor units. */
export type Need =
  | { kind: "stopped"; reason: string | null; probeAt: Date | null }
  | { kind: "stale"; since: Date | null; failure: string | null }
  | { kind: "low_balance"; amount: Minor; emptyAt: Date | null }
  | { kind: "funding"; count: number }
  | { kind: "second_admin"; count: number }
  | { kind: "overdue"; count: number }
  | { kind: "unconfirmed"; count: number; oldestAt: Date }
  | { kind: "discrepancies"; count: number }
  | { kind: "below_cost"; count: number }
  | { kind: "off"; message: string }
  | { kind: "failed_jobs"; count: number };

/** What needs a hand now, the most pressing first. */
export async function needs(ctx: Ctx): Promise<Need[]> {
  const [sending, catalogue, balance, waiting, odd, failed, asked, proposed] = await Promise.all([
    dispatching(ctx),
    current(ctx),
    upstreamBalance(ctx),
    countUnconfirmed(ctx),
    openDiscrepancies(ctx),
    countFailedJobs(ctx),
    countPending(ctx),
    countProposals(ctx),
  ]);
  const found: Need[] = [];
  if (sending.stopped) found.push({ kind: "stopped", reason: sending.reason, probeAt: sending.probeAt });
  if (!catalogue.fresh)
    found.push({ kind: "stale", since: catalogue.staleSince, failure: catalogue.failure });
  if (waiting.overdue > 0) found.push({ kind: "overdue", count: waiting.overdue });
  if (balance?.low) found.push({ kind: "low_balance", amount: balance.amount, emptyAt: balance.emptyAt });
  if (asked > 0) found.push({ kind: "funding", count: asked });
  if (proposed > 0) found.push({ kind: "second_admin", count: proposed });
  if (waiting.oldestAt) found.push({ kind: "unconfirmed", count: waiting.count, oldestAt: waiting.oldestAt });
  if (odd > 0) found.push({ kind: "discrepancies", count: odd });
  const below = [...catalogue.plans.values()].filter((plan) =>
    LEVELS.some((level) => quoteOf(plan, level).why === "below_cost"),
  );
  if (below.length > 0) found.push({ kind: "below_cost", count: below.length });
  const all = catalogue.terms.switches.find((one) => one.off && one.networkId === null);
  if (all) found.push({ kind: "off", message: all.message });
  if (failed > 0) found.push({ kind: "failed_jobs", count: failed });
  return found;
}
