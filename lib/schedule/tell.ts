import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { schedules } from "#db/schema/schedule";
import { sellers } from "#lib/account/reseller/may-buy";
import { current } from "#lib/catalogue/current";
import { quoteOf } from "#lib/catalogue/price";
import { type Ctx, type Level, requireSystem } from "#lib/core/context";
import { isNotPaused, laneRecord } from "#lib/core/lane-record";
import { formatMoney, type Minor } from "#lib/core/money";
import { sayDay, sayTime } from "#lib/core/time";
import { tell } from "#lib/notice/tell";
import type { Schedule, Why } from "./day.ts";
import { WHY_WORDS } from "./words.ts";

interface Told {
  day: string;
  why: Why;
  price: Minor | null;
}

const planOf = ({ networkName, size, volume }: Schedule) => `${networkName} ${size} ${volume}`;
const pathOf = ({ id }: Schedule) => `/schedules/${id}`;

/** What is bought later in the day, should it be possible then. Said once for a day. */
export function tellWaits(tx: Ctx, schedule: Schedule, { day, why, price }: Told): Promise<void> {
  return tellOwner(tx, schedule, `${day} waits`, {
    title: `Not bought yet: ${planOf(schedule)}${price === null ? "" : ` for ${formatMoney(price)}`}`,
    text: `${WHY_WORDS[why]} It is tried again until the day is over.`,
  });
}

export function tellSkipped(tx: Ctx, schedule: Schedule, { day, why, price }: Told): Promise<void> {
  const dear = why === "price" && price !== null;
  const prices = dear ? ` ${formatMoney(price)} instead of at most ${formatMoney(schedule.most)}.` : "";
  return tellOwner(tx, schedule, `${day} skipped`, {
    title: `Not bought: ${planOf(schedule)}, ${sayDay(day)}`,
    text: `${WHY_WORDS[why]}${prices} Nothing was charged.`,
  });
}

export function tellPaused(tx: Ctx, schedule: Schedule): Promise<void> {
  return tellOwner(tx, schedule, `${schedule.nextOn} paused`, {
    title: `Paused: ${planOf(schedule)}`,
    text: "Its plan was not to be had three times in a row. Choose another one, or end it.",
  });
}

function tellOwner(tx: Ctx, schedule: Schedule, what: string, words: { title: string; text: string }) {
  const key = `${schedule.id} ${what}`;
  return tell(tx, { to: schedule.resellerId, event: "schedule", key, ...words, path: pathOf(schedule) });
}

/** Tells owners of schedules what is bought within a day, and what stands in its way by now. Background work. */
export async function tellDayBefore(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  const soon = await ctx.db.execute<{ id: string }>(sql`
    select id from schedules where state = 'active' and ${isSoon}
      and ${isNotPaused("schedule_notices", sql`'schedule ' || id`)} order by next_at limit 1000`);
  const record = laneRecord(ctx, "schedule_notices");
  await record.looked();
  for (const { id } of soon)
    await record.attempt(`schedule ${id}`, () => inTransaction(ctx, (tx) => tellOne(tx, Number(id))));
}

/** Whoever made one for today or tomorrow need not be told. */
const isSoon = sql`next_at > now() and next_at <= now() + interval '1 day'
  and told_on is distinct from next_on and created_at < next_at - interval '1 day'`;

async function tellOne(tx: Ctx, id: number): Promise<void> {
  const [schedule] = await tx.db
    .select()
    .from(schedules)
    .where(sql`${schedules.id} = ${id} and ${schedules.state} = 'active' and ${isSoon}`)
    .for("update", { skipLocked: true });
  if (!schedule?.nextAt) return;
  await tx.db.execute(sql`update schedules set told_on = next_on where id = ${id}`);
  const { price, trouble } = await outlook(tx, schedule);
  // What comes every day is no news, unless something stands in its way.
  if (!trouble && schedule.unit === "day" && schedule.every === 1) return;
  const when = sayTime(schedule.nextAt);
  const forPrice = price === null ? "" : ` for ${formatMoney(price)}`;
  await tellOwner(tx, schedule, `${schedule.nextOn} soon`, {
    title: `${when.charAt(0).toUpperCase()}${when.slice(1)}: ${planOf(schedule)}${forPrice}`,
    text: trouble ?? "Your wallet has enough for it.",
  });
}

/** What a schedule's next day would cost now, and what stands in its way. */
async function outlook(
  tx: Ctx,
  schedule: Schedule,
): Promise<{ price: Minor | null; trouble: string | null }> {
  const [seller] = await tx.db.execute<{ level: Level; may_sell: boolean; wallet: string }>(sql`
    select level, may_sell, wallet from (${sellers()}) s join wallets w on w.reseller_id = s.id
    where s.id = ${schedule.resellerId}`);
  if (!seller?.may_sell) return { price: null, trouble: "Your account cannot buy at the moment." };
  const { plans } = await current(tx);
  const priceOf = (planId: number) => {
    const plan = plans.get(planId);
    const { price, why } = plan ? quoteOf(plan, seller.level) : { price: null, why: "gone" };
    return why === null ? price : null;
  };
  const price = priceOf(schedule.planId);
  if (price === null) return { price, trouble: "The plan is not sold now. Choose another one." };
  if (price > schedule.most)
    return { price, trouble: `That is above your ${formatMoney(schedule.most)}: it would not be bought.` };
  const before = await tx.db.execute<{ plan_id: number }>(sql`
    select plan_id from schedules where reseller_id = ${schedule.resellerId} and state = 'active'
      and (next_at, id) <= (select next_at, id from schedules where id = ${schedule.id}) limit 1000`);
  const needed = before.reduce((sum, { plan_id }) => sum + (priceOf(plan_id) ?? 0n), 0n);
  const missing = needed - BigInt(seller.wallet);
  return {
    price,
    trouble: missing > 0n ? `${formatMoney(missing)} is missing in your wallet by then.` : null,
  };
}
