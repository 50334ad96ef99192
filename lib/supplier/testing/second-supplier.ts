import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { seal } from "#lib/core/seal";
import type { AddSupplierInput } from "#lib/supplier/save-supplier";

let made = 0;

/** The fields of a form that adds a service as a supplier. */
export function supplierForm(
  service: { url: string; token: string },
  changed: Partial<AddSupplierInput> = {},
): AddSupplierInput {
  made += 1;
  return {
    name: `Second supplier ${made}`,
    baseUrl: service.url,
    secretToken: service.token,
    level: "api",
    perMinute: 30,
    timeoutS: 30,
    rank: 2,
    lowBalance: "50,000",
    reason: "cheaper",
    ...changed,
  };
}

/** Inserts a supplier, of which the service is never asked. @returns its id */
export async function insertSupplier(
  { db }: Ctx,
  { enabled = false, baseUrl = "http://127.0.0.1:9" } = {},
): Promise<number> {
  made += 1;
  const [row] = await db.execute<{ id: number }>(sql`
    with added as (
      insert into suppliers (name, base_url, sealed_token, account, home, level, per_minute, timeout_ms, enabled, synced_at,
        matches_confirmed_at)
      values (${`Inserted supplier ${made}`}, ${baseUrl}, ${seal(`token-${made}`, "supplier tokens")}, ${`account ${made}`},
        database_identity(), 'api', 30, 30000, ${enabled}, now(), now()) returning id
    )
    insert into supplier_sending (supplier_id) select id from added returning supplier_id as id`);
  if (!row) throw new Error("no supplier");
  return row.id;
}

/** Inserts a plan that a supplier lists, without a match. */
export async function insertRoute(
  { db }: Ctx,
  {
    supplierId,
    supplierPlanId = 1,
    cost = 10_000n,
  }: { supplierId: number; supplierPlanId?: number; cost?: bigint },
): Promise<void> {
  await db.execute(sql`
    insert into routes (supplier_id, supplier_plan_id, network_id, network_name, type_name, size, volume, validity, cost, active)
    values (${supplierId}, ${supplierPlanId}, 1, 'MTN', 'SME', '1', 'GB', '30 Days', ${cost}, true)`);
}
