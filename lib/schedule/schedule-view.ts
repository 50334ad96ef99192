import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { purchases } from "#db/schema/purchase";
import { scheduleOccurrences, schedules } from "#db/schema/schedule";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanLabel } from "#lib/catalogue/plan-label";
import { findPlanOffer } from "#lib/catalogue/plan-offer";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { defineList } from "#lib/core/list/list";
import { formatDecimal, type Minor } from "#lib/core/money/money";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import { formatNetworkName } from "#lib/core/text/display-name";
import { formatPhone } from "#lib/core/text/phone";
import { SearchText } from "#lib/core/text/single-line-text";
import type { PurchaseState } from "#lib/purchase/read/purchase-view";
import type { OccurrenceReason, Schedule } from "./occurrence.ts";
import { listOccurrences, type Occurrence } from "./recurrence.ts";
import { formatRecurrence, OCCURRENCE_REASON_LABELS } from "./schedule-labels.ts";

const p = alias(schedules, "p");
const d = alias(scheduleOccurrences, "p");

/** A schedule as its owner sees it. Money in minor units. */
export interface ScheduleView
  extends Pick<
    Schedule,
    | "id"
    | "planId"
    | "networkName"
    | "maxPrice"
    | "unit"
    | "every"
    | "firstOn"
    | "untilOn"
    | "clock"
    | "state"
    | "pause"
  > {
  /** Grouped for reading, and in E.164. */
  phone: string;
  phoneE164: string;
  /** "MTN 1 GB SME, 30 Days". */
  plan: string;
  when: string;
  /** Today's price; null while the plan is not sold. */
  price: Minor | null;
  /** The next day, and the time of its next attempt, later than its clock time after a failed one. */
  next: Occurrence | null;
  last: { day: string; state: "waiting" | "bought" | "skipped"; reason: OccurrenceReason | null } | null;
}

export interface ScheduleDetail extends ScheduleView {
  /** Up to three days after the next one. */
  upcoming: Occurrence[];
}

/** Reads a schedule of the acting reseller. @throws not_found also for another account's. */
export async function getSchedule(ctx: Ctx, input: { id: number }): Promise<ScheduleDetail> {
  const id = Id.safeParse(input.id);
  const [view] = id.success ? await readSchedules(ctx, { which: [sql`p.id = ${id.data}`], limit: 1 }) : [];
  if (!view) throw notFoundError("schedule");
  return { ...view, upcoming: view.next ? listOccurrences(view, view.next.day, 4).slice(1) : [] };
}

/** The acting reseller's schedules, newest first. */
export const scheduleList = defineList({
  allow: requireReseller,
  filter: {
    state: z.enum(["active", "paused", "ended"]),
    q: SearchText,
  },
  pageSize: 50,
  read: async (ctx, { state, q }, slice) => {
    const which = [...slice.conditions];
    if (state) which.push(sql`p.state = ${state}`);
    if (q) which.push(sql`strpos(p.phone, ${q.replace(/\D/g, "").replace(/^0+(?=\d)/, "") || q}) > 0`);
    return slice.page(
      await readSchedules(ctx, { which, orderBy: slice.orderBy, limit: slice.limit }),
      (row) => row,
    );
  },
  file: {
    name: "schedules",
    columns: {
      number: ({ phone }) => phone,
      plan: ({ plan }) => plan,
      recurrence: ({ when }) => when,
      "maximum price": ({ maxPrice }) => formatDecimal(maxPrice),
      state: ({ state }) => STATE_LABELS[state],
      next: ({ state, next }) => (state === "active" && next ? next.at : null),
      "last result": ({ last }) => last && (last.reason ? OCCURRENCE_REASON_LABELS[last.reason] : "Bought"),
      "last day": ({ last }) => last?.day ?? null,
    },
  },
});

const STATE_LABELS = { active: "Active", paused: "Paused", ended: "Ended" } as const;

interface ScheduleQuery {
  which: SQL[];
  orderBy?: SQL;
  limit: number;
}

async function readSchedules(
  ctx: Ctx,
  { which, orderBy = sql`p.id`, limit }: ScheduleQuery,
): Promise<ScheduleView[]> {
  const seller = requireReseller(ctx);
  const { id } = seller;
  const terms = getPriceTerms(seller);
  const [rows, catalogue] = await Promise.all([
    ctx.db
      .select({
        schedule: p,
        last: sql<{
          day: string;
          state: "waiting" | "bought" | "skipped";
          reason: OccurrenceReason | null;
        } | null>`(
          select jsonb_build_object('day', l.day, 'state', l.state, 'reason', l.reason)
          from schedule_occurrences l
          where l.schedule_id = p.id
          order by l.day desc
          limit 1)`,
      })
      .from(p)
      .where(sql.join([sql`p.reseller_id = ${id}`, ...which], sql` and `))
      .orderBy(orderBy)
      .limit(limit),
    getCatalogue(ctx),
  ]);
  return rows.map(({ schedule, last }) => {
    const { id, planId, phone, nextOn, nextAt } = schedule;
    const { maxPrice, unit, every, firstOn, untilOn, clock, state, pause } = schedule;
    return {
      id,
      planId,
      networkName: formatNetworkName(schedule.networkName),
      maxPrice,
      unit,
      every,
      firstOn,
      untilOn,
      clock,
      state,
      pause,
      last,
      phone: formatPhone(phone),
      phoneE164: phone,
      plan: formatPlanLabel(schedule),
      when: formatRecurrence(schedule),
      price: findPlanOffer(catalogue, planId, terms)?.price ?? null,
      next: nextOn && nextAt ? { day: nextOn, at: nextAt } : null,
    };
  });
}

export interface OccurrenceView {
  id: number;
  day: string;
  state: "waiting" | "bought" | "skipped";
  reason: OccurrenceReason | null;
  price: Minor | null;
  at: Date;
  purchase: { ident: string; state: PurchaseState; cancelled: boolean } | null;
}

/** The days of a schedule of the acting reseller, newest first; none for another account's. */
export const occurrenceList = (scheduleId: number) =>
  defineList({
    allow: requireReseller,
    filter: {},
    pageSize: 20,
    read: async (ctx, _filter, slice) => {
      const { id } = requireReseller(ctx);
      const rows = await ctx.db
        .select({
          id: d.id,
          day: d.day,
          state: d.state,
          reason: d.reason,
          price: d.price,
          at: d.at,
          ident: purchases.ident,
          purchaseState: purchases.state,
          ending: purchases.ending,
        })
        .from(d)
        .innerJoin(schedules, sql`${schedules.id} = p.schedule_id and ${schedules.resellerId} = ${id}`)
        .leftJoin(purchases, sql`${purchases.id} = p.purchase_id`)
        .where(sql.join([sql`p.schedule_id = ${scheduleId}`, ...slice.conditions], sql` and `))
        .orderBy(slice.orderBy)
        .limit(slice.limit);
      return slice.page(rows, ({ ident, purchaseState, ending, ...row }): OccurrenceView => {
        const purchase =
          ident && purchaseState ? { ident, state: purchaseState, cancelled: ending === "cancelled" } : null;
        return { ...row, purchase };
      });
    },
  });

/** Finds the schedule that made a purchase of the acting reseller; null when there is none. */
export async function findScheduleOfPurchase(ctx: Ctx, purchaseId: number): Promise<number | null> {
  const { id } = requireReseller(ctx);
  const [row] = await ctx.db
    .select({ id: schedules.id })
    .from(scheduleOccurrences)
    .innerJoin(schedules, sql`${schedules.id} = ${scheduleOccurrences.scheduleId}`)
    .where(sql`${scheduleOccurrences.purchaseId} = ${purchaseId} and ${schedules.resellerId} = ${id}`);
  return row?.id ?? null;
}
