import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { seal } from "#lib/core/seal";

/** Adds a supplier that delivers every plan at the main one's cost, by a list that stays fresh. @returns its id */
export async function addSupplier(
  { db }: Ctx,
  added: { name: string; url: string; token: string; perMinute: number; timeoutMs: number },
): Promise<number> {
  const { name, url, token, perMinute, timeoutMs } = added;
  const [row] = await db.execute<{ id: number }>(sql`
    insert into suppliers (name, base_url, sealed_token, home, level, per_minute, timeout_ms, enabled,
      matches_confirmed_at, synced_at)
    values (${name}, ${url}, ${seal(token, "supplier tokens")}, database_identity(), 'api', ${perMinute}, ${timeoutMs},
      true, now(), now() + interval '10 years') returning id`);
  if (!row) throw new Error("No supplier was added.");
  await db.execute(sql`insert into supplier_sending (supplier_id) values (${row.id})`);
  await db.execute(sql`
    insert into routes (supplier_id, supplier_plan_id, network_id, network_name, type_name, size, volume, validity,
      cost, active, plan_id, matched_by, confirmed_cost)
    select ${row.id}, id, network_id, '', '', size, volume, validity, api_amount, active, id, 'same', api_amount
    from plans`);
  return row.id;
}
