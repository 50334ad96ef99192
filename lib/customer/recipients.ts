import { sql } from "drizzle-orm";
import { z } from "zod";
import { hideFromPlanner, prepareQuery } from "#db/prepare-query";
import { formatPlanSize } from "#lib/catalogue/plan-label";
import { type Ctx, requireReseller } from "#lib/core/context";
import { isRefunded } from "#lib/core/purchase-state";
import { int, parseRows, textOf } from "#lib/core/read-rows";
import { formatPhone, parsePhone } from "#lib/core/text/phone";
import { dayOf, formatDayAndClock, startOfDay } from "#lib/core/time/time";
import { isDuplicate } from "#lib/purchase/place/duplicates";
import type { PurchaseState } from "#lib/purchase/read/purchase-view";
import { getRecencyWeight } from "#lib/sales/recency-weight";
import { findCustomers } from "./find-customers.ts";

/** A number that the acting reseller may buy for, with what they usually buy for it. */
export interface Recipient {
  /** Grouped for reading. */
  phone: string;
  /** Null without a saved name. */
  name: string | null;
  /** The network on which something was last delivered; null where nothing was. */
  networkId: number | null;
  /** Id of the plan that was delivered last; null where none was. */
  last: number | null;
  /** Ids of the usual plans: the saved one, then those bought often and recently; some not sold now. */
  plans: number[];
  /** Ids of plans that are in progress or were bought a moment ago: buying one again needs a confirmation. */
  repeated: number[];
  /** The newest purchase of today that didn't fail; null without one. */
  today: { size: string; clock: string; state: "delivered" | "processing" | "unconfirmed" } | null;
}

const MAX_RECENT = 8;
const MAX_PLANS = 3;

/** Lists numbers in E.164 that come `first`, then those bought for last, newest first, without batches. */
export async function listRecentRecipients(
  ctx: Ctx,
  first: readonly string[] | Promise<readonly string[]> = [],
): Promise<Recipient[]> {
  const { id } = requireReseller(ctx);
  const [firstPhones, rows] = await Promise.all([first, selectRecentPhones(ctx.db, { id })]);
  const recent = parseRows(z.object({ phone: z.string() }), rows);
  return readRecipients(ctx, [...new Set([...firstPhones, ...recent.map(({ phone }) => phone)])]);
}

/** Finds numbers while one is typed: of customers by part of name or number, and any in full. */
export async function findRecipients(ctx: Ctx, input: { q: string }): Promise<Recipient[]> {
  const matches = await findCustomers(ctx, input);
  const phones = [parsePhone(input.q), ...matches.map(({ phone }) => parsePhone(phone))];
  return readRecipients(ctx, [...new Set(phones.filter((phone) => phone !== undefined))]);
}

export async function getRecipient(ctx: Ctx, phone: string): Promise<Recipient | undefined> {
  return (await readRecipients(ctx, [phone]))[0];
}

/** Reads recipients in the order of `phones` in E.164. An unknown number has no name and plans. */
async function readRecipients(ctx: Ctx, phones: readonly string[]): Promise<Recipient[]> {
  const { id } = requireReseller(ctx);
  if (phones.length === 0) return [];
  const wanted = `{${phones.join()}}`;
  const today = startOfDay(dayOf(new Date())).toISOString();
  const [customers, purchases] = await Promise.all([
    selectSaved(ctx.db, { id, phones: wanted }),
    selectBought(ctx.db, { id, phones: wanted, today }),
  ]);
  const saved = parseRows(SavedRow, customers);
  const byPhone = Map.groupBy(parseRows(BoughtRow, purchases), ({ phone }) => phone);
  return phones.map((phone) => {
    const customer = saved.find((each) => each.phone === phone);
    const bought = byPhone.get(phone) ?? [];
    const delivered = bought.filter((row) => row.delivered !== null);
    const last = delivered.toSorted((a, b) => (b.delivered ?? 0) - (a.delivered ?? 0))[0];
    const usual = delivered.map(({ planId }) => planId);
    const savedPlan = customer?.planId ?? null;
    return {
      phone: formatPhone(phone),
      name: customer?.name || null,
      networkId: last?.networkId ?? null,
      last: last?.planId ?? null,
      plans: [...new Set([...(savedPlan === null ? [] : [savedPlan]), ...usual])].slice(0, MAX_PLANS),
      repeated: bought.filter((row) => row.repeated).map(({ planId }) => planId),
      today: toPurchaseOfToday(bought.toSorted((a, b) => (b.sent ?? 0) - (a.sent ?? 0))[0]?.today),
    };
  });
}

const selectRecentPhones = prepareQuery<{ id: number }>(
  ({ id }) => sql`
    select phone
    from (
      select phone, id
      from purchases
      where reseller_id = ${hideFromPlanner(id)} and channel <> 'batch'
      order by id desc
      limit 300
    ) latest
    group by phone
    order by max(id) desc
    limit ${sql.raw(String(MAX_RECENT))}`,
);

const SavedRow = z.object({ phone: z.string(), name: z.string(), planId: int.nullable() });

const selectSaved = prepareQuery<{ id: number; phones: string }>(
  ({ id, phones }) => sql`
    select phone, name, plan_id
    from customers
    where reseller_id = ${id} and phone = any (${phones}::text[])`,
);

const selectBought = prepareQuery<{ id: number; phones: string; today: string }>(({ id, phones, today }) => {
  const sentToday = sql`not ${isRefunded(sql`p.state`)} and p.placed_at >= ${today}::timestamptz`;
  return sql`
      select
        p.phone, p.network_id, p.plan_id,
        sum(case
          when p.state = 'successful' then ${getRecencyWeight(sql`p.placed_at`)}
          else 0
        end) as weight,
        max(p.id) filter (where p.state = 'successful') as delivered,
        max(p.id) filter (where ${sentToday}) as sent,
        (array_agg(
          json_build_object('size', p.size, 'volume', p.volume, 'state', p.state,
            'at', extract(epoch from p.placed_at))
          order by p.id desc) filter (where ${sentToday}))[1] as today,
        bool_or(${isDuplicate()}) as repeated
      from unnest(${phones}::text[]) as wanted (phone)
      cross join lateral (
        select *
        from purchases b
        where b.reseller_id = ${hideFromPlanner(id)} and b.phone = wanted.phone
        order by b.id desc
        limit 50
      ) p
      group by p.phone, p.network_id, p.plan_id
      order by weight desc`;
});

function toPurchaseOfToday(bought: z.output<typeof BoughtRow>["today"] | undefined): Recipient["today"] {
  if (!bought) return null;
  const { state, at, ...plan } = bought;
  return {
    size: formatPlanSize(plan),
    clock: formatDayAndClock(new Date(at * 1_000)).clock,
    state: state === "successful" ? "delivered" : state === "unconfirmed" ? "unconfirmed" : "processing",
  };
}

const BoughtRow = z.object({
  phone: z.string(),
  networkId: int,
  planId: int,
  /** The id of the last one that was delivered. */
  delivered: int.nullable(),
  repeated: z.boolean(),
  /** The id of the newest purchase of today that didn't fail, and that purchase. */
  sent: int.nullable(),
  today: z
    .object({ size: z.string(), volume: z.string(), state: textOf<PurchaseState>(), at: z.number() })
    .nullable(),
});
