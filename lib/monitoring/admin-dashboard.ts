import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { env } from "#lib/core/env";
import type { Module } from "#lib/core/module";
import type { Minor } from "#lib/core/money/money";
import { int, minor, readRows } from "#lib/core/read-rows";
import { readFromReplica } from "#lib/core/reading";
import { dayOf } from "#lib/core/time/time";
import { outcomeTotals } from "#lib/sales/aggregate-days";
import { sumPurchasesByDay } from "#lib/sales/purchase-sums";
import { type ActionItem, listActionItems } from "./action-items.ts";
import { listSetupSteps, type SetupStep } from "./setup-steps.ts";

/** Sums of a day's purchases. Money in minor units. */
export interface DayFigures {
  delivered: number;
  sales: Minor;
  margin: Minor;
  /** The delivered share of settled purchases; null without any. */
  success: number | null;
}

export interface AdminDashboardView {
  needs: ActionItem[];
  /** The steps of the first day; none once all are done. */
  setup: SetupStep[];
  /** Today so far, and the same hours of yesterday and of this day last week. */
  today: DayFigures & { open: number };
  yesterday: DayFigures;
  lastWeek: DayFigures;
  /** The last 30 days with today, oldest first. */
  days: (DayFigures & { day: string })[];
  /** The time up to which the figures are complete, where they are older than the page. */
  asOf: Date | undefined;
}

const DASHBOARD_DAYS = 30;

/** Returns the dashboard. Admins only. */
export async function getAdminDashboard(ctx: Ctx, modules: readonly Module[]): Promise<AdminDashboardView> {
  requireAdmin(ctx);
  const from = Temporal.PlainDate.from(dayOf(new Date())).subtract({ days: DASHBOARD_DAYS - 1 });
  const [waiting, setup, { value: figures, asOf }] = await Promise.all([
    listActionItems(ctx, modules),
    listSetupSteps(ctx),
    readFromReplica(ctx, (ctx) =>
      Promise.all([readComparableHours(ctx), sumPurchasesByDay(ctx, { from: from.toString() })]),
    ),
  ]);
  const [[today, yesterday, lastWeek], days] = figures;
  const figuresByDay = new Map(days.map((figures) => [figures.day, figures]));
  const every = Array.from({ length: DASHBOARD_DAYS }, (_, n) => from.add({ days: n }).toString());
  return {
    needs: waiting,
    setup,
    today: { ...toDayFigures(today), open: today?.open ?? 0 },
    yesterday: toDayFigures(yesterday),
    lastWeek: toDayFigures(lastWeek),
    days: every.map((day) => ({ day, ...toDayFigures(figuresByDay.get(day)) })),
    asOf,
  };
}

const CountedPurchases = z.object({ delivered: int, failed: int, open: int, sales: minor, cost: minor });

async function readComparableHours(ctx: Ctx) {
  const zone = env().TIME_ZONE;
  return readRows(ctx.db, CountedPurchases)`
    select counted.*
    from (values (0), (1), (7)) days (ago)
    cross join lateral (
      select (now() at time zone ${zone}) - days.ago * interval '1 day' as until
    ) moment
    cross join lateral (
      select ${outcomeTotals(sql`p`, "all")}, count(*) filter (where p.settled_at is null) as open
      from purchases p
      where p.placed_at >= date_trunc('day', moment.until) at time zone ${zone}
        and p.placed_at <= moment.until at time zone ${zone}
    ) counted
    order by days.ago`;
}

function toDayFigures(counted: Omit<z.output<typeof CountedPurchases>, "open"> | undefined): DayFigures {
  if (!counted) return { delivered: 0, sales: 0n, margin: 0n, success: null };
  const { delivered, failed, sales, cost } = counted;
  const decided = delivered + failed;
  return { delivered, sales, margin: sales - cost, success: decided === 0 ? null : delivered / decided };
}
