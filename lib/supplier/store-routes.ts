import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { ListedAmounts } from "#db/schema/supplier";
import { toTextKey } from "#lib/catalogue/text-key";
import type { Ctx } from "#lib/core/context";
import { readRow } from "#lib/core/read-rows";

/** A plan of a supplier's list. Money in minor units, as text: a JSON number has too few digits. */
export interface ListedRoute {
  id: number;
  network_id: number;
  network_name: string;
  type_name: string;
  size: string;
  volume: string;
  validity: string;
  cost: string | null;
  amounts: ListedAmounts;
  active: boolean;
  /** The portal's plan that the list itself names; null where an admin matches it. */
  plan_id: number | null;
}

/**
 * Stores a supplier's list as its routes: set-based, in the caller's transaction. A route whose network,
 * type, size or validity changed is another plan, so it loses its match, unless the list names the portal's
 * plan itself.
 * @param requestedAt the database's time before the request, as text
 * @param awaitsNew whether new plans of the list await an admin
 * @returns how many were added, changed and are no longer listed
 */
export async function storeRoutes(
  ctx: Ctx,
  supplierId: number,
  rows: readonly ListedRoute[],
  { requestedAt, awaitsNew }: { requestedAt: string; awaitsNew: boolean },
): Promise<number> {
  const isNamed = sql`l.plan_id is not null`;
  const stored = await ctx.db.execute(sql`
    insert into routes as r (supplier_id, supplier_plan_id, network_id, network_name, type_name, size, volume,
      validity, cost, amounts, active, plan_id, matched_by, confirmed_cost, closed_for)
    select ${supplierId}, l.id, l.network_id, l.network_name, l.type_name, l.size, l.volume,
      l.validity, l.cost, l.amounts, l.active, l.plan_id,
      case when ${isNamed} then 'list' end,
      case when ${isNamed} and not ${awaitsNew} then l.cost end,
      case when ${isNamed} and ${awaitsNew} then 'plan' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as l (id int, network_id int,
      network_name text, type_name text, size text, volume text, validity text, cost bigint, amounts jsonb,
      active boolean, plan_id int)
    on conflict (supplier_id, supplier_plan_id) do update set
      network_id = excluded.network_id,
      network_name = excluded.network_name,
      type_name = excluded.type_name,
      size = excluded.size,
      volume = excluded.volume,
      validity = excluded.validity,
      cost = excluded.cost,
      amounts = excluded.amounts,
      active = excluded.active,
      delisted_at = null,
      plan_id = case when ${IS_SAME_PLAN} then coalesce(excluded.plan_id, r.plan_id) end,
      matched_by = case when ${IS_SAME_PLAN} then r.matched_by end,
      confirmed_cost = case when ${IS_SAME_PLAN} then ${NORMAL_COST} end,
      confirmed_at = case when ${IS_USUAL} then now() else r.confirmed_at end,
      matched_texts = case when ${IS_SAME_PLAN} then r.matched_texts end,
      closed_for = case when ${IS_SAME_PLAN} then r.closed_for end,
      ignored = r.ignored and ${IS_SAME_PLAN}
    where r.delisted_at is not null
      or (r.network_id, r.network_name, r.type_name, r.size, r.volume, r.validity, r.cost, r.amounts,
        r.active)
        is distinct from
        (excluded.network_id, excluded.network_name, excluded.type_name, excluded.size, excluded.volume,
          excluded.validity, excluded.cost, excluded.amounts, excluded.active)
    returning r.supplier_plan_id`);
  const delisted = await ctx.db.execute(sql`
    update routes set delisted_at = ${requestedAt}::timestamptz
    where supplier_id = ${supplierId} and delisted_at is null and supplier_plan_id <> all (${toIds(rows)})
    returning supplier_plan_id`);
  return stored.length + delisted.length;
}

/**
 * Whether a list lacks so many of a supplier's known plans that its new plans can't be believed without an
 * admin.
 */
export async function lacksMostRoutes(
  ctx: Ctx,
  supplierId: number,
  rows: readonly { id: number }[],
): Promise<boolean> {
  const { lacksMost } = await readRow(ctx.db, z.object({ lacksMost: z.boolean() }))`
    select count(*) filter (where supplier_plan_id = any (${toIds(rows)})) * 2 < count(*) as lacks_most
    from routes where supplier_id = ${supplierId} and delisted_at is null`;
  return lacksMost;
}

const toIds = (rows: readonly { id: number }[]): SQL => sql`${`{${rows.map(({ id }) => id).join()}}`}::int[]`;

/** Whether the list names the portal's plan, or its texts are those that the route was matched by. */
const IS_SAME_PLAN = sql`(excluded.plan_id is not null or ${sql.join(
  [
    ["r.network_name", "excluded.network_name"],
    ["r.type_name", "excluded.type_name"],
    ["r.size || r.volume", "excluded.size || excluded.volume"],
    ["r.validity", "excluded.validity"],
  ].map(([before = "", after = ""]) => sql`${toTextKey(sql.raw(before))} = ${toTextKey(sql.raw(after))}`),
  sql` and `,
)})`;

/** Whether the stored cost counted for a day: small steps over days don't need an admin. */
const IS_USUAL = sql.raw("(r.open and r.confirmed_at < now() - interval '1 day')");

/** Nothing is known of the first cost of a plan that the list names, so it counts as normal. */
const NORMAL_COST = sql`
  case when ${IS_USUAL} then r.cost
    when excluded.plan_id is not null
      and r.closed_for is null then coalesce(r.confirmed_cost, r.cost, excluded.cost)
    else r.confirmed_cost end`;
