import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { schedules } from "#db/schema/schedule";
import { selectSellers } from "#lib/account/reseller/select-reseller";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { findPlanOffer } from "#lib/catalogue/plan-offer";
import { type Ctx, requireSystem } from "#lib/core/context";
import { createLaneRecord, isNotPaused } from "#lib/core/lane/lane-record";
import { formatMoney, type Minor } from "#lib/core/money/money";
import { getPriceTerms, PRICE_TERMS_COLUMNS } from "#lib/core/price-list/agent-terms";
import { int, minor, readRows } from "#lib/core/read-rows";
import { formatDay, formatTime } from "#lib/core/time/time";
import { createNotification } from "#lib/notification/create-notification";
import type { OccurrenceReason, Schedule } from "./occurrence.ts";
import { OCCURRENCE_REASON_LABELS } from "./schedule-labels.ts";

interface OccurrenceFacts {
  day: string;
  reason: OccurrenceReason;
  price: Minor | null;
}

const getSchedulePath = ({ id }: Schedule) => `/customers/schedules/${id}`;

/** Notifies the owner, once a day, that a purchase will be retried until the end of the day. */
export function notifyOccurrenceWaiting(
  tx: Ctx,
  schedule: Schedule,
  { day, reason, price }: OccurrenceFacts,
): Promise<void> {
  return notifyOwner(tx, schedule, `${day} waits`, {
    title: `Not bought yet: ${formatPlanName(schedule)}${price === null ? "" : ` for ${formatMoney(price)}`}`,
    text: `${OCCURRENCE_REASON_LABELS[reason]} We’ll keep trying until the end of the day.`,
  });
}

export function notifyOccurrenceSkipped(
  tx: Ctx,
  schedule: Schedule,
  { day, reason, price }: OccurrenceFacts,
): Promise<void> {
  const dear = reason === "price" && price !== null;
  const prices = dear ? ` ${formatMoney(price)} instead of at most ${formatMoney(schedule.maxPrice)}.` : "";
  return notifyOwner(tx, schedule, `${day} skipped`, {
    title: `Not bought: ${formatPlanName(schedule)}, ${formatDay(day)}`,
    text: `${OCCURRENCE_REASON_LABELS[reason]}${prices} Nothing was charged.`,
  });
}

export function notifySchedulePaused(tx: Ctx, schedule: Schedule): Promise<void> {
  return notifyOwner(tx, schedule, `${schedule.nextOn} paused`, {
    title: `Paused: ${formatPlanName(schedule)}`,
    text: "The plan was unavailable three times in a row. Choose another plan or end the schedule.",
  });
}

function notifyOwner(tx: Ctx, schedule: Schedule, what: string, message: { title: string; text: string }) {
  const key = `${schedule.id} ${what}`;
  return createNotification(tx, {
    to: schedule.resellerId,
    event: "schedule",
    key,
    ...message,
    path: getSchedulePath(schedule),
  });
}

/** Notifies owners of purchases due within a day, and of what prevents them now. Background work. */
export async function notifyUpcomingOccurrences(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  const soon = await readRows(ctx.db, z.object({ id: int }))`
    select id from schedules where state = 'active' and ${isUpcoming}
      and ${isNotPaused("schedule_notifications", sql`'schedule ' || id`)} order by next_at limit 1000`;
  const record = createLaneRecord(ctx, "schedule_notifications");
  await record.looked();
  for (const { id } of soon)
    await record.attempt(`schedule ${id}`, () =>
      inTransaction(ctx, (tx) => notifyUpcomingOccurrence(tx, id)),
    );
}

/** Excludes schedules created less than a day before, as their owners know of them. */
const isUpcoming = sql`next_at > now() and next_at <= now() + interval '1 day'
  and notified_on is distinct from next_on and created_at < next_at - interval '1 day'`;

async function notifyUpcomingOccurrence(tx: Ctx, id: number): Promise<void> {
  const [schedule] = await tx.db
    .select()
    .from(schedules)
    .where(sql`${schedules.id} = ${id} and ${schedules.state} = 'active' and ${isUpcoming}`)
    .for("update", { skipLocked: true });
  if (!schedule?.nextAt) return;
  await tx.db.execute(sql`update schedules set notified_on = next_on where id = ${id}`);
  const { price, trouble } = await getOutlook(tx, schedule);
  // Owners of daily schedules are notified only of trouble.
  if (!trouble && schedule.unit === "day" && schedule.every === 1) return;
  const when = formatTime(schedule.nextAt);
  const forPrice = price === null ? "" : ` for ${formatMoney(price)}`;
  await notifyOwner(tx, schedule, `${schedule.nextOn} soon`, {
    title: `${when.charAt(0).toUpperCase()}${when.slice(1)}: ${formatPlanName(schedule)}${forPrice}`,
    text: trouble ?? "Your wallet balance is enough.",
  });
}

/** Estimates the price of a schedule's next purchase, and finds what prevents it. */
async function getOutlook(
  tx: Ctx,
  schedule: Schedule,
): Promise<{ price: Minor | null; trouble: string | null }> {
  const [seller] = await readRows(
    tx.db,
    z.object({ ...PRICE_TERMS_COLUMNS, maySell: z.boolean(), wallet: minor }),
  )`
    select level, agent, may_sell, wallet from (${selectSellers()}) s join wallets w on w.reseller_id = s.id
    where s.id = ${schedule.resellerId}`;
  if (!seller?.maySell) return { price: null, trouble: "Your account can’t buy right now." };
  const catalogue = await getCatalogue(tx);
  const terms = getPriceTerms(seller);
  const priceOf = (planId: number) => findPlanOffer(catalogue, planId, terms)?.price ?? null;
  const price = priceOf(schedule.planId);
  if (price === null) return { price, trouble: "The plan isn’t available. Choose another one." };
  if (price > schedule.maxPrice)
    return {
      price,
      trouble: `That is above your maximum of ${formatMoney(schedule.maxPrice)}, so it won’t be bought.`,
    };
  const before = await readRows(tx.db, z.object({ planId: int }))`
    select plan_id from schedules where reseller_id = ${schedule.resellerId} and state = 'active'
      and (next_at, id) <= (select next_at, id from schedules where id = ${schedule.id}) limit 1000`;
  const needed = before.reduce((sum, { planId }) => sum + (priceOf(planId) ?? 0n), 0n);
  const missing = needed - seller.wallet;
  return {
    price,
    trouble: missing > 0n ? `${formatMoney(missing)} more is needed in your wallet by then.` : null,
  };
}
