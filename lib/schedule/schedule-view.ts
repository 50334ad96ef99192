import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { purchases } from "#db/schema/purchase";
import { scheduleDays, schedules } from "#db/schema/schedule";
import { current } from "#lib/catalogue/current";
import { priceOf } from "#lib/catalogue/price";
import { Id } from "#lib/core/amount";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { defineList } from "#lib/core/list";
import { decimalText, type Minor } from "#lib/core/money";
import { groupedPhone } from "#lib/core/phone";
import { SearchText } from "#lib/core/words";
import type { PurchaseState } from "#lib/purchase/read/view";
import type { Schedule, Why } from "./day.ts";
import { type Due, nextDays } from "./rhythm.ts";
import { sayRhythm, WHY_WORDS } from "./words.ts";

const p = alias(schedules, "p");
const d = alias(scheduleDays, "p");

/** A schedule as its owner sees it. Money in minor units. */
export interface ScheduleView
  extends Pick<
    Schedule,
    | "id"
    | "planId"
    | "networkName"
    | "most"
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
  /** When it buys, in words. */
  when: string;
  /** Today's price; null while it is not sold. */
  price: Minor | null;
  /** The next day, and when it is looked at: later than its time where it is tried again. */
  next: Due | null;
  /** What became of the latest day. */
  last: { day: string; state: "waiting" | "bought" | "skipped"; why: Why | null } | null;
}

/** One schedule in full. */
export interface ScheduleDetail extends ScheduleView {
  /** The next days, as far as one wants to look ahead. */
  upcoming: Due[];
}

/** A schedule of the acting reseller's. @throws not_found also for another's. */
export async function getSchedule(ctx: Ctx, input: { id: number }): Promise<ScheduleDetail> {
  const id = Id.safeParse(input.id);
  const [view] = id.success ? await read(ctx, { which: [sql`p.id = ${id.data}`], limit: 1 }) : [];
  if (!view) throw notFound("schedule");
  return { ...view, upcoming: view.next ? nextDays(view, view.next.day, 4).slice(1) : [] };
}

/** The acting reseller's schedules, the newest first. */
export const scheduleList = defineList({
  allow: requireReseller,
  filter: {
    state: z.enum(["active", "paused", "ended"]),
    /** A part of a number. */
    q: SearchText,
  },
  pageSize: 50,
  read: async (ctx, { state, q }, slice) => {
    const which = [...slice.conditions];
    if (state) which.push(sql`p.state = ${state}`);
    if (q) which.push(sql`strpos(p.phone, ${q.replace(/\D/g, "").replace(/^0+(?=\d)/, "") || q}) > 0`);
    return slice.page(await read(ctx, { which, orderBy: slice.orderBy, limit: slice.limit }), (row) => row);
  },
  file: {
    name: "schedules",
    columns: {
      number: ({ phone }) => phone,
      plan: ({ plan }) => plan,
      when: ({ when }) => when,
      "not above": ({ most }) => decimalText(most),
      state: ({ state }) => STATES[state],
      next: ({ state, next }) => (state === "active" && next ? next.at : null),
      "last result": ({ last }) => last && (last.why ? WHY_WORDS[last.why] : "Bought"),
      "last day": ({ last }) => last?.day ?? null,
    },
  },
});

const STATES = { active: "On", paused: "Paused", ended: "Over" } as const;

interface Read {
  which: SQL[];
  orderBy?: SQL;
  limit: number;
}

async function read(ctx: Ctx, { which, orderBy = sql`p.id`, limit }: Read): Promise<ScheduleView[]> {
  const { id, level } = requireReseller(ctx);
  const [rows, { plans }] = await Promise.all([
    ctx.db
      .select({
        schedule: p,
        last: sql<{ day: string; state: "waiting" | "bought" | "skipped"; why: Why | null } | null>`(
          select jsonb_build_object('day', l.day, 'state', l.state, 'why', l.why) from schedule_days l
          where l.schedule_id = p.id order by l.day desc limit 1)`,
      })
      .from(p)
      .where(sql.join([sql`p.reseller_id = ${id}`, ...which], sql` and `))
      .orderBy(orderBy)
      .limit(limit),
    current(ctx),
  ]);
  return rows.map(({ schedule, last }) => {
    const { id, planId, networkName, size, volume, typeName, validity, phone, nextOn, nextAt } = schedule;
    const { most, unit, every, firstOn, untilOn, clock, state, pause } = schedule;
    const plan = plans.get(planId);
    return {
      ...{ id, planId, networkName, most, unit, every, firstOn, untilOn, clock, state, pause, last },
      phone: groupedPhone(phone),
      phoneE164: phone,
      plan: `${networkName} ${size} ${volume} ${typeName}, ${validity}`,
      when: sayRhythm(schedule),
      price: (plan && priceOf(plan, level)) ?? null,
      next: nextOn && nextAt ? { day: nextOn, at: nextAt } : null,
    };
  });
}

/** What became of a day of a schedule. */
export interface DayView {
  id: number;
  day: string;
  state: "waiting" | "bought" | "skipped";
  why: Why | null;
  price: Minor | null;
  at: Date;
  /** What was bought, as it stands now. */
  purchase: { ident: string; state: PurchaseState; cancelled: boolean } | null;
}

/** The days of a schedule of the acting reseller's, the newest first. Another's has none. */
export const dayList = (scheduleId: number) =>
  defineList({
    allow: requireReseller,
    filter: {},
    pageSize: 20,
    read: async (ctx, _filter, slice) => {
      const { id } = requireReseller(ctx);
      const rows = await ctx.db
        .select({
          ...{ id: d.id, day: d.day, state: d.state, why: d.why, price: d.price, at: d.at },
          ...{ ident: purchases.ident, became: purchases.state, ending: purchases.ending },
        })
        .from(d)
        .innerJoin(schedules, sql`${schedules.id} = p.schedule_id and ${schedules.resellerId} = ${id}`)
        .leftJoin(purchases, sql`${purchases.id} = p.purchase_id`)
        .where(sql.join([sql`p.schedule_id = ${scheduleId}`, ...slice.conditions], sql` and `))
        .orderBy(slice.orderBy)
        .limit(slice.limit);
      return slice.page(rows, ({ ident, became, ending, ...row }): DayView => {
        const purchase = ident && became ? { ident, state: became, cancelled: ending === "cancelled" } : null;
        return { ...row, purchase };
      });
    },
  });

/** The schedule by which the acting reseller bought a purchase; null where it was none. */
export async function scheduleOf(ctx: Ctx, purchaseId: number): Promise<number | null> {
  const { id } = requireReseller(ctx);
  const [row] = await ctx.db
    .select({ id: schedules.id })
    .from(scheduleDays)
    .innerJoin(schedules, sql`${schedules.id} = ${scheduleDays.scheduleId}`)
    .where(sql`${scheduleDays.purchaseId} = ${purchaseId} and ${schedules.resellerId} = ${id}`);
  return row?.id ?? null;
}
