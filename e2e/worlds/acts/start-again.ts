import { sql } from "drizzle-orm";
import { z } from "zod";
import { readRows } from "#lib/core/read-rows";
import { startDispatching } from "#lib/dispatch/dispatch-control";
import { readReportedSales } from "#lib/dispatch/read-reported-sales";
import {
  AUTOMATIC_PURCHASE_KINDS,
  releaseAutomaticPurchases,
} from "#lib/dispatch/release-automatic-purchases";
import { resolveUnconfirmed } from "#lib/reconcile/admin/resolve-unconfirmed";
import { asAdmin } from "./as-admin.ts";
import { createWorldCtx } from "./create-world-ctx.ts";

const reason = "Compared with the suppliers.";

/**
 * Starts sending as an operator does after a restore: reads in what each supplier sold, resolves what none sold, enters
 * the tokens again, and releases orders, batches and schedules.
 */
export async function startAgain({ admin, sold }: { admin: number; sold: string[][] }): Promise<void> {
  const system = createWorldCtx();
  const me = await asAdmin(admin);
  for (const [n, idents] of sold.entries())
    if (idents.length > 0) await readReportedSales(system, { supplierId: n + 1, text: idents.join("\n") });
  const unsold = await readRows(system.db, z.object({ ident: z.string() }))`
    select p.ident from purchases p where p.state = 'unconfirmed' and exists (
      select from attempts a where a.purchase_id = p.id and a.supplier_id is null) order by p.id`;
  for (const { ident } of unsold)
    await resolveUnconfirmed(me, { ident: [ident], outcome: "failed", supplier: "none", reason });
  await system.db.execute(sql`update suppliers set home = database_identity() where home is not null`);
  await startDispatching(me, { reason });
  const [{ held } = { held: [] }] = await readRows(system.db, z.object({ held: z.array(z.string()) }))`
    select to_jsonb(on_hold) as held from dispatcher`;
  for (const kind of AUTOMATIC_PURCHASE_KINDS)
    if (held.includes(kind)) await releaseAutomaticPurchases(me, { kind, reason });
}
