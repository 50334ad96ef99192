import { sql } from "drizzle-orm";
import { countLowWallets } from "#lib/account/reseller/list";
import { current } from "#lib/catalogue/current";
import { quoteOf } from "#lib/catalogue/price";
import { type Ctx, LEVELS, requireAdmin } from "#lib/core/context";
import { env } from "#lib/core/env";
import type { Minor } from "#lib/core/money";
import { dayOf } from "#lib/core/time";
import { countPending } from "#lib/funding/list";
import { type MailTrouble, mailTrouble } from "#lib/mail/state";
import { openDisputes } from "#lib/payment/disputes";
import { countDifferences } from "#lib/payment/settlement/difference-list";
import { type FailingComparison, failingComparison } from "#lib/payment/settlement/runs";
import { countSuspense } from "#lib/payment/suspense-list";
import { countCases } from "#lib/purchase/case/case-list";
import { lastProof } from "#lib/purchase/report/close-list";
import { ADDED_UP } from "#lib/purchase/report/count-days";
import { sumsByDay } from "#lib/purchase/report/sums";
import { dispatchStatus } from "#lib/purchase/send/dispatch-status";
import { countUnconfirmed, openDiscrepancies } from "#lib/reconcile/admin/counts";
import { countProposals } from "#lib/reconcile/admin/proposal-list";
import { upstreamBalance } from "#lib/reconcile/upstream-balance";
import { type AlertTrouble, alertTrouble } from "./alert/state.ts";
import { heldWork } from "./held-work.ts";
import { laneTrouble } from "./lane-states.ts";
import { type MaintenanceNeed, maintenanceNeeds, type SetupStep, setupSteps } from "./maintenance.ts";

/** What a day's purchases came to. Money in minor units. */
export interface Figures {
  delivered: number;
  sales: Minor;
  margin: Minor;
  /** The share of the decided purchases that was delivered; null when none is decided. */
  success: number | null;
}

export interface HomeView {
  needs: Need[];
  /** The steps of the first day; none once all are done. */
  setup: SetupStep[];
  /** Today so far, and the same hours of yesterday and of this day last week. */
  today: Figures & { open: number };
  yesterday: Figures;
  lastWeek: Figures;
  /** The last 30 days with today, oldest first. */
  days: (Figures & { day: string })[];
}

const DAYS = 30;

/** What an admin sees first. Admins only. */
export async function home(ctx: Ctx): Promise<HomeView> {
  requireAdmin(ctx);
  const from = Temporal.PlainDate.from(dayOf(new Date())).subtract({ days: DAYS - 1 });
  const [waiting, setup, [today, yesterday, lastWeek], days] = await Promise.all([
    needs(ctx),
    setupSteps(ctx),
    soFar(ctx),
    sumsByDay(ctx, { from: from.toString() }),
  ]);
  const known = new Map(days.map((one) => [one.day, one]));
  const every = Array.from({ length: DAYS }, (_, n) => from.add({ days: n }).toString());
  return {
    needs: waiting,
    setup,
    today: { ...figures(today), open: today?.open ?? 0 },
    yesterday: figures(yesterday),
    lastWeek: figures(lastWeek),
    days: every.map((day) => ({ day, ...figures(known.get(day)) })),
  };
}

interface Counted {
  delivered: number;
  failed: number;
  open: number;
  sales: Minor;
  cost: Minor;
}

/** The same hours of today, yesterday and a week ago. */
async function soFar(ctx: Ctx): Promise<(Counted | undefined)[]> {
  const zone = env().TIME_ZONE;
  const rows = await ctx.db.execute<Record<"delivered" | "failed" | "open" | "sales" | "cost", string>>(sql`
    select counted.* from (values (0), (1), (7)) days (ago)
    cross join lateral (select (now() at time zone ${zone}) - days.ago * interval '1 day' as until) moment
    cross join lateral (
      select ${ADDED_UP}, count(*) filter (where p.settled_at is null) as open from purchases p
      where p.placed_at >= date_trunc('day', moment.until) at time zone ${zone} and p.placed_at <= moment.until at time zone ${zone}
    ) counted order by days.ago`);
  return rows.map((row) => ({
    ...{ delivered: Number(row.delivered), failed: Number(row.failed), open: Number(row.open) },
    ...{ sales: BigInt(row.sales), cost: BigInt(row.cost) },
  }));
}

function figures(counted: Omit<Counted, "open"> | undefined): Figures {
  if (!counted) return { delivered: 0, sales: 0n, margin: 0n, success: null };
  const { delivered, failed, sales, cost } = counted;
  const decided = delivered + failed;
  return { delivered, sales, margin: sales - cost, success: decided === 0 ? null : delivered / decided };
}

/** Something that an admin has to do. Money in minor units. */
export type Need =
  | { kind: "stopped"; reason: string | null; probeAt: Date | null }
  | { kind: "on_hold"; count: number }
  | { kind: "stale"; since: Date | null; failure: string | null }
  | { kind: "low_balance"; amount: Minor; emptyAt: Date | null }
  | { kind: "funding"; count: number }
  | { kind: "suspense"; count: number }
  | { kind: "settlement"; count: number; failing: FailingComparison | undefined }
  | { kind: "disputes"; count: number; dueAt: Date | null }
  | { kind: "second_admin"; count: number }
  | { kind: "overdue"; count: number }
  | { kind: "cases"; count: number; overdue: number }
  | { kind: "unconfirmed"; count: number; oldestAt: Date }
  | { kind: "low_wallets"; count: number }
  | { kind: "discrepancies"; count: number }
  | { kind: "below_cost"; count: number }
  | { kind: "off"; message: string }
  | ({ kind: "mail" } & MailTrouble)
  | ({ kind: "alerts" } & AlertTrouble)
  | MaintenanceNeed
  | { kind: "failed_jobs"; count: number; what: string }
  | { kind: "books"; day: string };

/** What waits for an admin, the most pressing first. */
export async function needs(ctx: Ctx): Promise<Need[]> {
  const [
    sending,
    catalogue,
    balance,
    waiting,
    odd,
    failed,
    asked,
    unclear,
    differing,
    proposed,
    cases,
    proof,
    mail,
    untold,
    low,
    maintenance,
    disputes,
    failing,
    held,
  ] = await Promise.all([
    dispatchStatus(ctx),
    current(ctx),
    upstreamBalance(ctx),
    countUnconfirmed(ctx),
    openDiscrepancies(ctx),
    laneTrouble(ctx),
    countPending(ctx),
    countSuspense(ctx),
    countDifferences(ctx),
    countProposals(ctx),
    countCases(ctx),
    lastProof(ctx),
    mailTrouble(ctx),
    alertTrouble(ctx),
    countLowWallets(ctx),
    maintenanceNeeds(ctx),
    openDisputes(ctx),
    failingComparison(ctx),
    heldWork(ctx),
  ]);
  const found: Need[] = [];
  if (proof && !proof.agrees) found.push({ kind: "books", day: proof.day });
  if (sending.stopped) found.push({ kind: "stopped", reason: sending.reason, probeAt: sending.probeAt });
  if (held.length > 0)
    found.push({ kind: "on_hold", count: held.reduce((count, one) => count + one.count, 0) });
  if (!catalogue.fresh)
    found.push({ kind: "stale", since: catalogue.staleSince, failure: catalogue.failure });
  if (waiting.overdue > 0) found.push({ kind: "overdue", count: waiting.overdue });
  if (cases.overdue > 0) found.push({ kind: "cases", ...cases });
  if (balance?.low) found.push({ kind: "low_balance", amount: balance.amount, emptyAt: balance.emptyAt });
  if (disputes.count > 0) found.push({ kind: "disputes", ...disputes });
  if (asked > 0) found.push({ kind: "funding", count: asked });
  if (unclear > 0) found.push({ kind: "suspense", count: unclear });
  if (differing > 0 || failing) found.push({ kind: "settlement", count: differing, failing });
  if (proposed > 0) found.push({ kind: "second_admin", count: proposed });
  if (cases.count > 0 && cases.overdue === 0) found.push({ kind: "cases", ...cases });
  if (waiting.oldestAt) found.push({ kind: "unconfirmed", count: waiting.count, oldestAt: waiting.oldestAt });
  if (low > 0) found.push({ kind: "low_wallets", count: low });
  if (odd > 0) found.push({ kind: "discrepancies", count: odd });
  const below = [...catalogue.plans.values()].filter((plan) =>
    LEVELS.some((level) => quoteOf(plan, level).why === "below_cost"),
  );
  if (below.length > 0) found.push({ kind: "below_cost", count: below.length });
  const all = catalogue.terms.switches.find((one) => one.off && one.networkId === null);
  if (all) found.push({ kind: "off", message: all.message });
  if (mail) found.push({ kind: "mail", ...mail });
  if (untold) found.push({ kind: "alerts", ...untold });
  found.push(...maintenance);
  if (failed) found.push({ kind: "failed_jobs", ...failed });
  return found;
}
