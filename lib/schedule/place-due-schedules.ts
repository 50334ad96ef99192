import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { schedules } from "#db/schema/schedule";
import { selectSellers } from "#lib/account/reseller/select-reseller";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { findPlanOffer } from "#lib/catalogue/plan-offer";
import { toPlanIdentity } from "#lib/catalogue/plan-view";
import { getQuote } from "#lib/catalogue/price/price";
import { actForReseller, type Ctx } from "#lib/core/context";
import { type ErrorCode, PortalError } from "#lib/core/error";
import { createResellerLane } from "#lib/core/lane/reseller-lane";
import type { Minor } from "#lib/core/money/money";
import { getPriceTerms, PRICE_TERMS_COLUMNS } from "#lib/core/price-list/agent-terms";
import { getSellingPrice } from "#lib/core/price-list/selling-price";
import { readRows } from "#lib/core/read-rows";
import { dateAtClock, endOfDay } from "#lib/core/time/time";
import { findPriceList } from "#lib/price-list/read-price-list";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { buildScheduleRef } from "#lib/purchase/place/refs";
import { findPurchaseByRef } from "#lib/purchase/read/get-purchase";
import { notifyOccurrenceSkipped, notifyOccurrenceWaiting, notifySchedulePaused } from "./notify-schedule.ts";
import {
  getDatabaseTime,
  type OccurrenceReason,
  type Schedule,
  setNextOccurrence,
  settleOccurrence,
} from "./occurrence.ts";
import { getOccurrenceAfter } from "./recurrence.ts";

/** A day is not bought later than this, so that customers don't get data unexpectedly days later. */
const MAX_DELAY_MS = 24 * 3_600_000;
const RETRY_DELAY_MS: Partial<Record<OccurrenceReason, number>> = { service: 5 * 60_000 };
const HOUR_MS = 3_600_000;
/** A schedule is paused when its plan was unavailable this many times in a row. */
const MAX_MISSES = 3;

/**
 * Buys due days of schedules and records their results, one per reseller at a time. A day and its
 * purchase share a transaction, and the ref is built from schedule and day, so that after a crash each
 * day is either open or bought.
 */
export const scheduleLane = (ctx: Ctx) =>
  createResellerLane(ctx, {
    name: "schedules",
    noun: "schedule",
    table: sql`schedules`,
    dueAt: sql`next_at`,
    open: sql`state = 'active'`,
    free: sql`(claimed_until is null or claimed_until <= now())`,
    claimed: sql`claimed_until = now() + interval '1 minute'`,
    handle: (id) => handleSchedule(ctx, id),
  });

function handleSchedule(ctx: Ctx, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const [schedule] = await tx.db
      .update(schedules)
      .set({ claimedUntil: null })
      .where(sql`${schedules.id} = ${id} and ${schedules.state} = 'active' and ${schedules.nextAt} <= now()`)
      .returning();
    if (schedule?.nextOn) await handleOccurrence(tx, schedule, schedule.nextOn);
  });
}

async function handleOccurrence(tx: Ctx, schedule: Schedule, day: string): Promise<void> {
  const at = await getDatabaseTime(tx);
  const late = at.getTime() - dateAtClock(day, schedule.clock).getTime() > MAX_DELAY_MS;
  const outcome: OccurrencePurchase = late ? { reason: "late" } : await buyOccurrence(tx, schedule, day);
  if ("purchaseId" in outcome) {
    await settleOccurrence(tx, schedule, { state: "bought", ...outcome });
    await tx.db.execute(sql`update schedules set misses = 0 where id = ${schedule.id}`);
    return setNextOccurrence(tx, schedule, getOccurrenceAfter(schedule, day));
  }
  const { reason, price = null } = outcome;
  const again = getRetryTime(reason, day, at);
  if (again) {
    await settleOccurrence(tx, schedule, { state: "waiting", reason: reason, price });
    await tx.db.execute(
      sql`update schedules set next_at = ${again.toISOString()}::timestamptz where id = ${schedule.id}`,
    );
    return notifyOccurrenceWaiting(tx, schedule, { day, reason: reason, price });
  }
  await settleOccurrence(tx, schedule, { state: "skipped", reason: reason, price });
  await setNextOccurrence(tx, schedule, getOccurrenceAfter(schedule, day));
  await notifyOccurrenceSkipped(tx, schedule, { day, reason: reason, price });
  if (reason === "gone" || reason === "off") await recordMiss(tx, schedule);
}

/** Counts a day on which the plan was unavailable, and pauses the schedule after too many. */
async function recordMiss(tx: Ctx, schedule: Schedule): Promise<void> {
  const [row] = await readRows(tx.db, z.object({ state: z.string() }))`
    update schedules set misses = misses + 1,
      state = case when state = 'active' and misses + 1 >= ${MAX_MISSES} then 'paused' else state end,
      pause = case when state = 'active' and misses + 1 >= ${MAX_MISSES} then 'plan' else pause end
    where id = ${schedule.id} returning state`;
  if (row?.state === "paused") await notifySchedulePaused(tx, schedule);
}

/** Returns the time of the next attempt on the same day; undefined if the day ends first or it can't help. */
function getRetryTime(reason: OccurrenceReason, day: string, at: Date): Date | undefined {
  if (!["money", "limit", "off", "service"].includes(reason)) return undefined;
  const last = endOfDay(day).getTime() - 60_000;
  const next = Math.min(at.getTime() + (RETRY_DELAY_MS[reason] ?? HOUR_MS), last);
  return next > at.getTime() ? new Date(next) : undefined;
}

type OccurrencePurchase = { price?: Minor } & ({ purchaseId: number } | { reason: OccurrenceReason });

/**
 * Buys the plan of a schedule for a day, at today's price up to the maximum.
 * @returns the purchase, or why there is none.
 */
async function buyOccurrence(tx: Ctx, schedule: Schedule, day: string): Promise<OccurrencePurchase> {
  const { key, phone, planId, networkId, resellerId, maxPrice } = schedule;
  const [seller] = await readRows(
    tx.db,
    z.object({ email: z.string(), ...PRICE_TERMS_COLUMNS, maySell: z.boolean() }),
  )`
    select email, level, agent, may_sell from (${selectSellers()}) s where id = ${resellerId}`;
  if (!seller?.maySell) return { reason: "restricted" };
  const terms = getPriceTerms(seller);
  // The owner is the actor, because they created the schedule.
  const ownerCtx = actForReseller(tx, { ...seller, id: resellerId });
  const ref = buildScheduleRef(key, day);
  const before = await findPurchaseByRef(ownerCtx, resellerId, ref, "schedule");
  if (before) return { purchaseId: before.id, price: before.price };
  const list = await findPriceList(tx, resellerId);
  for (let tries = 3; tries > 0; tries -= 1) {
    const catalogue = await getCatalogue(ownerCtx);
    const offer = findPlanOffer(catalogue, planId, terms);
    if (!offer) {
      const plan = catalogue.plans.get(planId);
      const reason = plan ? getQuote(plan, terms).reason : "gone";
      return { reason: reason === "gone" || reason === "hidden" ? "gone" : "off" };
    }
    const { price } = offer;
    if (price > maxPrice) return { reason: "price", price };
    try {
      const sellingPrice = list && getSellingPrice({ ...toPlanIdentity(offer.plan), price }, list.policy);
      const wish = {
        ref,
        phone,
        planId,
        networkId,
        price,
        sellingPrice,
        channel: "batch",
        again: true,
      } as const;
      const { purchase } = await placePurchase(ownerCtx, wish);
      return { purchaseId: purchase.id, price };
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      if (error.code !== "price_changed") return { reason: toOccurrenceReason(error), price };
    }
  }
  return { reason: "service" };
}

function toOccurrenceReason(error: PortalError): OccurrenceReason {
  const reason = REASON_BY_ERROR[error.code];
  if (reason) return reason;
  throw error;
}

const REASON_BY_ERROR: Partial<Record<ErrorCode, OccurrenceReason>> = {
  insufficient_funds: "money",
  negative_wallet: "money",
  daily_limit: "limit",
  plan_off: "off",
  invalid: "gone",
  restricted: "restricted",
  not_found: "restricted",
  service_unavailable: "service",
  outage: "service",
  queue_too_long: "service",
  too_many_waiting: "service",
  unavailable: "service",
};
