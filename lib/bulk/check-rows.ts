import { sql } from "drizzle-orm";
import type { bulkRows } from "#db/schema/bulk";
import type { Plan } from "#lib/catalogue/catalogue";
import { current } from "#lib/catalogue/current";
import { inNaturalOrder } from "#lib/catalogue/natural-order";
import { type PlanView, planView } from "#lib/catalogue/plan-view";
import { quoteOf } from "#lib/catalogue/price";
import { matchesWords, planFinder } from "#lib/catalogue/search";
import { type Ctx, requireReseller } from "#lib/core/context";
import { AGAIN_WITHIN, earlierSame, lastNetworkOf } from "#lib/purchase/place/earlier";
import { MOST_TIMES } from "#lib/purchase/retail";

export type Problem = NonNullable<(typeof bulkRows.$inferSelect)["problem"]>;

/** What some words mean: a plan at its price, or why not. */
export type Meaning =
  | { plan: PlanView }
  | { problem: Extract<Problem, "plan" | "which" | "off" | "network">; candidates: PlanView[] };

/** Reads words such as "1GB MTN monthly", "12" or "MTN #12" as plans that the acting reseller may buy now. */
export async function planReader(ctx: Ctx): Promise<(words: string) => Meaning> {
  const { level } = requireReseller(ctx);
  const { plans } = await current(ctx);
  const sold = inNaturalOrder([...plans.values()].flatMap((plan) => planView(plan, level) ?? []));
  const find = planFinder(sold);
  const known = new Map<string, Meaning>();
  return (words) => {
    const before = known.get(words);
    if (before) return before;
    const [, named = "", id] = /^(.*?)\s*#?(\d+)$/.exec(words.trim()) ?? [];
    const listed =
      id !== undefined && (named === "" || words.includes("#")) ? plans.get(Number(id)) : undefined;
    const meaning = listed ? ofListed(listed, named) : ofWords(find(words));
    known.set(words, meaning);
    return meaning;
  };

  function ofListed(listed: Plan, named: string): Meaning {
    const plan = planView(listed, level);
    if (!matchesWords(listed, named)) return { problem: "network", candidates: plan ? [plan] : [] };
    return plan
      ? { plan }
      : { problem: quoteOf(listed, level).why === "hidden" ? "plan" : "off", candidates: [] };
  }
}

/** The most plans to choose from. */
const CANDIDATES = 12;

function ofWords(found: PlanView[]): Meaning {
  const [plan, ...others] = found;
  if (!plan) return { problem: "plan", candidates: [] };
  return others.length === 0 ? { plan } : { problem: "which", candidates: found.slice(0, CANDIDATES) };
}

/** Within this time the rows of a batch that were bought before, or that wait in another batch, have to be confirmed. */
const BATCH_AGAIN_WITHIN = sql`interval '12 hours'`;

/**
 * Looks at all rows of a list that are not bought yet: which plan each names, what it costs now, and what speaks against
 * it. Keeps what is new, and counts the list's version up then. Part of its caller's transaction, which has locked the
 * list of the acting reseller. @returns whether anything is new.
 */
export async function checkRows(ctx: Ctx, runId: number): Promise<boolean> {
  const { id } = requireReseller(ctx);
  const read = await planReader(ctx);
  const texts = await ctx.db.execute<{ plan: string }>(
    sql`select distinct plan from bulk_rows where run_id = ${runId} and state = 'waiting'`,
  );
  const told = texts.map(({ plan: words }) => {
    const meaning = read(words);
    if ("problem" in meaning) return { plan: words, problem: meaning.problem };
    const { id: planId, networkId, price } = meaning.plan;
    return { plan: words, plan_id: planId, network_id: networkId, price: String(price) };
  });
  const isDraft = sql`(select state = 'draft' from bulk_runs where id = ${runId})`;
  // Rows of a batch that was begun can no longer be marked as meant: they are left out for what sending leaves out alone.
  const within = sql`case when ${isDraft} then ${BATCH_AGAIN_WITHIN} else ${AGAIN_WITHIN} end`;
  const changed = await ctx.db.execute(sql`
    with told as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(told)}::text::jsonb)
        as t (plan text, plan_id integer, network_id integer, price bigint, problem text)
    ),
    read as (
      select r.id, r.phone, r.meant, r.retail_text, r.retail, t.plan_id, t.network_id, t.price,
        case when r.phone is null then 'number' else t.problem end as wrong,
        row_number() over (partition by r.phone, t.plan_id order by r.line) as nth
      from bulk_rows r join told t on t.plan = r.plan where r.run_id = ${runId} and r.state = 'waiting'
    ),
    waiting as materialized (
      select distinct w.phone, w.plan_id from bulk_rows w join bulk_runs o on o.id = w.run_id
      where ${isDraft} and o.reseller_id = ${id} and o.state = 'running' and o.done_at is null and w.state = 'waiting'
    ),
    checked as (
      select read.*, coalesce(wrong, case
        when retail_text <> '' and coalesce(retail > price * ${MOST_TIMES}, true) then 'retail'
        when meant then null
        when nth > 1 then 'twice'
        when exists (select from waiting w where (w.phone, w.plan_id) = (read.phone, read.plan_id)) then 'recent'
        when exists (select ${earlierSame(sql`${id}`, { phone: sql`read.phone`, planId: sql`read.plan_id` }, within)}) then 'recent'
        when ${lastNetworkOf(sql`${id}`, sql`read.phone`)} <> network_id then 'other_network' end) as problem
      from read
    )
    update bulk_rows r set plan_id = c.plan_id, price = c.price, problem = c.problem,
      price_was = case when r.price <> c.price then r.price else r.price_was end
    from checked c
    where c.id = r.id and (r.plan_id, r.price, r.problem) is distinct from (c.plan_id, c.price, c.problem)
    returning 1`);
  if (changed.length === 0) return false;
  await ctx.db.execute(sql`update bulk_runs set version = version + 1 where id = ${runId}`);
  return true;
}
