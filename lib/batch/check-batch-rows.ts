import { sql } from "drizzle-orm";
import { z } from "zod";
import type { batchRows } from "#db/schema/batch";
import { createPlanMatcher, PLAN_PROBLEM_LABELS } from "#lib/catalogue/plan-matcher";
import { type Ctx, requireReseller } from "#lib/core/context";
import { getSellingPrice } from "#lib/core/price-list/selling-price";
import { readRows } from "#lib/core/read-rows";
import { findPriceList } from "#lib/price-list/read-price-list";
import { buildLastNetworkQuery, DUPLICATE_WINDOW, hasDuplicate } from "#lib/purchase/place/duplicates";
import { MAX_SELLING_PRICE_FACTOR } from "#lib/purchase/selling-price";

export type BatchRowProblem = NonNullable<(typeof batchRows.$inferSelect)["problem"]>;

/** A row needs confirmation if the same was bought within this time, or is queued in another batch. */
const BATCH_DUPLICATE_WINDOW = sql`interval '12 hours'`;

/**
 * Updates plan, prices and problem of all rows not bought yet, and increments the batch's version if any
 * changed. Runs in the caller's transaction, which has locked the actor's batch.
 * @returns whether any row changed.
 */
export async function checkBatchRows(ctx: Ctx, batchId: number): Promise<boolean> {
  const { id } = requireReseller(ctx, "batches");
  const [matchPlan, list] = await Promise.all([createPlanMatcher(ctx), findPriceList(ctx, id)]);
  const texts = await readRows(ctx.db, z.object({ plan: z.string() }))`
    select distinct plan from batch_rows where batch_id = ${batchId} and state = 'waiting'`;
  const rows = texts.map(({ plan }) => {
    const match = matchPlan(plan);
    if ("problem" in match) return { plan, problem: match.problem };
    const { id: planId, networkId, price } = match.plan;
    const listed = list && String(getSellingPrice(match.plan, list.policy));
    return { plan, plan_id: planId, network_id: networkId, price: String(price), listed };
  });
  const isDraft = sql`(select state = 'draft' from batches where id = ${batchId})`;
  // Rows of a started batch can no longer be confirmed, so only the shorter window of placing applies.
  const within = sql`case when ${isDraft} then ${BATCH_DUPLICATE_WINDOW} else ${DUPLICATE_WINDOW} end`;
  const changed = await ctx.db.execute(sql`
    with matches as materialized (
      select *
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as t (plan text, plan_id integer, network_id integer, price bigint, listed bigint, problem text)
    ),
    -- The rows of this batch that are not placed, with the plan that each names, if it is clear.
    read as (
      select
        r.id, r.phone, r.confirmed, r.selling_price_text,
        -- Without a price of its own, a row has that of the price list.
        case when r.selling_price_text = '' then t.listed else r.selling_price end as selling_price,
        t.plan_id, t.network_id, t.price,
        case when r.phone is null then 'number' else t.problem end as wrong,
        row_number() over (partition by r.phone, t.plan_id order by r.line) as nth
      from batch_rows r
      join matches t on t.plan = r.plan
      where r.batch_id = ${batchId} and r.state = 'waiting'
    ),
    -- The same reseller's rows that another batch is about to place.
    waiting as materialized (
      select distinct w.phone, w.plan_id
      from batch_rows w
      join batches o on o.id = w.batch_id
      where ${isDraft} and o.reseller_id = ${id} and o.state = 'running' and o.done_at is null
        and w.state = 'waiting'
    ),
    checked as (
      select read.*, coalesce(wrong, case
        when selling_price_text <> ''
          and coalesce(selling_price > price * ${MAX_SELLING_PRICE_FACTOR}, true) then 'selling_price'
        when confirmed then null
        when nth > 1 then 'twice'
        when exists (
          select from waiting w where (w.phone, w.plan_id) = (read.phone, read.plan_id)
        ) then 'recent'
        when ${hasDuplicate(sql`${id}`, { phone: sql`read.phone`, planId: sql`read.plan_id` }, within)}
          then 'recent'
        when ${buildLastNetworkQuery(sql`${id}`, sql`read.phone`)} <> network_id then 'other_network'
        when ${isDraft} and selling_price < price then 'loss'
      end) as problem
      from read
    )
    update batch_rows r
    set
      plan_id = c.plan_id, price = c.price, selling_price = c.selling_price, problem = c.problem,
      -- The last confirmed price, also after a time without any.
      previous_price = nullif(coalesce(r.previous_price, r.price), c.price)
    from checked c
    where c.id = r.id and (r.plan_id, r.price, r.selling_price, r.problem)
      is distinct from (c.plan_id, c.price, c.selling_price, c.problem)
    returning 1`);
  if (changed.length === 0) return false;
  await ctx.db.execute(sql`update batches set version = version + 1 where id = ${batchId}`);
  return true;
}

export const PROBLEM_LABELS: Record<BatchRowProblem, string> = {
  ...PLAN_PROBLEM_LABELS,
  number: "This mobile number isn’t valid.",
  other_network: "This number’s last delivery was on another network.",
  twice: "An earlier row has the same plan and number.",
  selling_price: "Enter what the customer pays, such as 350.00, or leave it empty.",
  loss: "The customer pays less than you do.",
  recent: "You bought this for this number in the last 12 hours, or an earlier purchase is still waiting.",
};
