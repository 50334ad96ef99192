import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { schedules } from "#db/schema/schedule";
import { sellers } from "#lib/account/reseller/may-buy";
import { current } from "#lib/catalogue/current";
import { quoteOf } from "#lib/catalogue/price";
import { type Ctx, type Level, requireSystem } from "#lib/core/context";
import { type ErrorCode, PortalError } from "#lib/core/error";
import { runDue } from "#lib/core/lane";
import type { Minor } from "#lib/core/money";
import { resellerLane } from "#lib/core/reseller-lane";
import { atClock, endOfDay } from "#lib/core/time";
import { place } from "#lib/purchase/place/place";
import { scheduleRef } from "#lib/purchase/place/refs";
import { findByRef } from "#lib/purchase/read/get";
import { goTo, now, type Schedule, settleDay, type Why } from "./day.ts";
import { dueAfter } from "./rhythm.ts";
import { tellPaused, tellSkipped, tellWaits } from "./tell.ts";

/** So late a day may still be bought, in ms: whoever was promised data in the morning is not surprised by it a week later. */
const LATEST_MS = 24 * 3_600_000;
/** How long until a day is tried again, in ms. */
const AGAIN_MS: Partial<Record<Why, number>> = { service: 5 * 60_000 };
const HOUR_MS = 3_600_000;
/** A plan that was not to be had so often in a row pauses its schedule. */
const MOST_MISSES = 3;
/**
 * Buys what is due by schedules, and says of each day what became of it: one of each reseller at a time. A day and its
 * purchase are one transaction, and its ref is made of schedule and day, so that whoever goes on after a kill finds each day
 * either open or bought.
 */
export const scheduleLane = (ctx: Ctx) =>
  resellerLane(ctx, {
    ...{ name: "schedules", noun: "schedule", table: sql`schedules`, dueAt: sql`next_at` },
    open: sql`state = 'active'`,
    free: sql`(claimed_until is null or claimed_until <= now())`,
    claimed: sql`claimed_until = now() + interval '1 minute'`,
    handle: (id) => step(ctx, id),
  });

/** Buys all that is due now. Background work. */
export async function placeDue(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  await runDue(ctx, scheduleLane(ctx));
}

function step(ctx: Ctx, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const [schedule] = await tx.db
      .update(schedules)
      .set({ claimedUntil: null })
      .where(sql`${schedules.id} = ${id} and ${schedules.state} = 'active' and ${schedules.nextAt} <= now()`)
      .returning();
    if (schedule?.nextOn) await become(tx, schedule, schedule.nextOn);
  });
}

async function become(tx: Ctx, schedule: Schedule, day: string): Promise<void> {
  const at = await now(tx);
  const late = at.getTime() - atClock(day, schedule.clock).getTime() > LATEST_MS;
  const came: Came = late ? { why: "late" } : await buy(tx, schedule, day);
  if ("purchaseId" in came) {
    await settleDay(tx, schedule, { state: "bought", ...came });
    await tx.db.execute(sql`update schedules set misses = 0 where id = ${schedule.id}`);
    return goTo(tx, schedule, dueAfter(schedule, day));
  }
  const { why, price = null } = came;
  const again = triedAgain(why, day, at);
  if (again) {
    await settleDay(tx, schedule, { state: "waiting", why, price });
    await tx.db.execute(
      sql`update schedules set next_at = ${again.toISOString()}::timestamptz where id = ${schedule.id}`,
    );
    return tellWaits(tx, schedule, { day, why, price });
  }
  await settleDay(tx, schedule, { state: "skipped", why, price });
  await goTo(tx, schedule, dueAfter(schedule, day));
  await tellSkipped(tx, schedule, { day, why, price });
  if (why === "gone" || why === "off") await missed(tx, schedule);
}

/** A plan that is never to be had is asked about rather than tried for ever. */
async function missed(tx: Ctx, schedule: Schedule): Promise<void> {
  const [row] = await tx.db.execute<{ state: string }>(sql`
    update schedules set misses = misses + 1,
      state = case when state = 'active' and misses + 1 >= ${MOST_MISSES} then 'paused' else state end,
      pause = case when state = 'active' and misses + 1 >= ${MOST_MISSES} then 'plan' else pause end
    where id = ${schedule.id} returning state`);
  if (row?.state === "paused") await tellPaused(tx, schedule);
}

/** When a day that could not be bought is tried again: until it is over. Undefined where trying again is no use. */
function triedAgain(why: Why, day: string, at: Date): Date | undefined {
  if (!["money", "limit", "off", "service"].includes(why)) return undefined;
  const last = endOfDay(day).getTime() - 60_000;
  const next = Math.min(at.getTime() + (AGAIN_MS[why] ?? HOUR_MS), last);
  return next > at.getTime() ? new Date(next) : undefined;
}

type Came = { price?: Minor } & ({ purchaseId: number } | { why: Why });

/** Buys what a schedule wants on a day, at today's price if that is not above the highest; or says why not. */
async function buy(tx: Ctx, schedule: Schedule, day: string): Promise<Came> {
  const { key, phone, planId, networkId, resellerId, most } = schedule;
  const [seller] = await tx.db.execute<{ email: string; level: Level; may_sell: boolean }>(
    sql`select email, level, may_sell from (${sellers()}) s where id = ${resellerId}`,
  );
  if (!seller?.may_sell) return { why: "restricted" };
  const { email, level } = seller;
  // What a schedule buys, its owner buys: they asked for it.
  const own: Ctx = { ...tx, actor: { kind: "reseller", id: resellerId, email, level, sessionId: 0 } };
  const ref = scheduleRef(key, day);
  const before = await findByRef(own, resellerId, ref, "schedule");
  if (before) return { purchaseId: before.id, price: before.price };
  for (let tries = 3; tries > 0; tries -= 1) {
    const plan = (await current(own)).plans.get(planId);
    const { price, why } = plan ? quoteOf(plan, level) : { price: null, why: "gone" };
    if (price === null || why !== null) return { why: why === "gone" || why === "hidden" ? "gone" : "off" };
    if (price > most) return { why: "price", price };
    try {
      const wish = { ref, phone, planId, networkId, price, channel: "bulk", again: true } as const;
      const { purchase } = await place(own, wish);
      return { purchaseId: purchase.id, price };
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      if (error.code !== "price_changed") return { why: whyOf(error), price };
    }
  }
  return { why: "service" };
}

function whyOf(error: PortalError): Why {
  const why = WHYS[error.code];
  if (why) return why;
  throw error;
}

const WHYS: Partial<Record<ErrorCode, Why>> = {
  insufficient_funds: "money",
  negative_wallet: "money",
  daily_limit: "limit",
  plan_off: "off",
  invalid: "gone",
  restricted: "restricted",
  not_found: "restricted",
  service_unavailable: "service",
  queue_too_long: "service",
  too_many_waiting: "service",
  unavailable: "service",
};
