import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { seal } from "#lib/core/seal";
import { type Sandbox, startSandbox } from "#sandbox/server";

/** A supplier beside the main one, with a sandbox of its own. */
export interface TestSupplier extends Sandbox {
  id: number;
}

interface TestSupplierOptions {
  perMinute?: number;
  timeoutMs?: number;
  rank?: number;
  /** By the portal's plan: the cost in minor units, and the supplier's id of the plan (the portal's unless given). */
  routes: readonly { planId: number; networkId: number; cost: bigint; supplierPlanId?: number }[];
}

/** Adds a supplier that is on, with routes, as its list was fetched just now. */
export async function addTestSupplier(
  { db }: Ctx,
  { perMinute = 100_000, timeoutMs = 30_000, rank = 1, routes }: TestSupplierOptions,
): Promise<TestSupplier> {
  const sandbox = await startSandbox({ purchasesPerMinute: 1_000_000 });
  const [row] = await db.execute<{ id: number }>(sql`
    insert into suppliers (name, base_url, sealed_token, home, level, per_minute, timeout_ms, rank, enabled, synced_at,
      matches_confirmed_at)
    select 'Supplier ' || gen_random_uuid(), ${sandbox.url}, ${seal(sandbox.token, "supplier tokens")}, database_identity(), 'api',
      ${perMinute}, ${timeoutMs}, ${rank}, true, now(), now() returning id`);
  const id = Number(row?.id);
  await db.execute(sql`insert into supplier_sending (supplier_id) values (${id})`);
  for (const { planId, networkId, cost, supplierPlanId = planId } of routes)
    await db.execute(sql`
      insert into routes (supplier_id, supplier_plan_id, network_id, network_name, type_name, size, volume, validity, cost, active,
        plan_id, matched_by, confirmed_cost)
      values (${id}, ${supplierPlanId}, ${networkId}, 'N', 'T', '1', 'GB', '30 Days', ${cost}, true, ${planId}, 'same', ${cost})`);
  return { ...sandbox, id };
}
