import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { catalogue } from "#db/schema/catalogue";
import { changeCatalogue } from "#lib/catalogue/change-catalogue";
import { isSupplierOn } from "#lib/catalogue/sale-conditions";
import type { Ctx } from "#lib/core/context";
import { readRow } from "#lib/core/read-rows";

/**
 * Changes outages, and publishes the plans that they stop as a new version of the catalogue, in one
 * transaction. The catalogue is locked first, as every change of it does, so that a claim never waits for a
 * row of outages behind it.
 */
export function changeOutages<T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    await tx.db.select({ id: catalogue.id }).from(catalogue).for("update");
    const result = await work(tx);
    if (await isOutdated(tx)) await changeCatalogue(tx, replacePausedPlans);
    return result;
  });
}

/** Publishes the paused plans again where a supplier was turned on or off, or a pause reached its end. */
export async function republishPauses(ctx: Ctx): Promise<void> {
  if (await isOutdated(ctx)) await changeOutages(ctx, async () => {});
}

/** The plans on paused lines now, with the lowest cost at the suppliers that still deliver each. */
const selectPausedPlans = sql`
  select d.plan_id, max(o.began_at) as since, min(d.cost) filter (where o.id is null) as open_cost
  from deliverable_plans d
  join suppliers s on s.id = d.supplier_id and ${isSupplierOn(sql`s`)}
  left join line_pauses o on o.supplier_id = d.supplier_id and o.plan_id = d.plan_id
  where d.plan_id in (select plan_id from line_pauses)
  group by d.plan_id
  having count(o.id) > 0`;

async function isOutdated({ db }: Ctx): Promise<boolean> {
  const { outdated } = await readRow(db, z.object({ outdated: z.boolean() }))`
    with now_paused as (${selectPausedPlans})
    select exists (
      select from now_paused n full join paused_plans p using (plan_id)
      where (n.since, n.open_cost) is distinct from (p.since, p.open_cost)) as outdated`;
  return outdated;
}

/**
 * Replaces the published rows. A plan that is stopped, or sold again, is a change of the version for
 * programs.
 */
async function replacePausedPlans({ db }: Ctx, { version }: { version: number }): Promise<void> {
  await db.execute(sql`
    with now_paused as (${selectPausedPlans}),
    gone as (
      delete from paused_plans p
      where not exists (select from now_paused n where n.plan_id = p.plan_id)
      returning p.plan_id
    ),
    written as (
      insert into paused_plans (plan_id, since, open_cost)
      select plan_id, since, open_cost
      from now_paused
      on conflict (plan_id) do update
      set since = excluded.since, open_cost = excluded.open_cost
    ),
    changed as (
      select plan_id, null as was, 'paused' as now_is
      from now_paused
      where plan_id not in (select plan_id from paused_plans)
      union all
      select plan_id, 'paused', null
      from gone
    )
    insert into plan_changes (plan_id, version, changes)
    select plan_id, ${version + 1}, jsonb_build_object('sales', jsonb_build_array(was, now_is))
    from changed`);
}
