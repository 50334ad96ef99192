import { type SQL, sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { isDeliveredByLaterSupplier } from "./send/choose-supplier.ts";

/** Which suppliers purchases are sent to now: the main one, and others that deliver a plan. */
interface CurrentSuppliers {
  main: boolean;
  others: boolean;
}

/** Returns which suppliers purchases are sent to now. Admins only. */
export async function getCurrentSuppliers(ctx: Ctx): Promise<CurrentSuppliers> {
  requireAdmin(ctx);
  const [row] = await ctx.db.execute<CurrentSuppliers & Record<string, unknown>>(
    sql`select ${isMainSending()} as main, ${isDeliveredByLaterSupplier()} as others`,
  );
  if (!row) throw new Error("a condition returned no row");
  return { main: row.main, others: row.others };
}

const isMainSending = (): SQL => sql`exists (
  select from dispatcher where not stopped and (select enabled from suppliers where id = ${MAIN_SUPPLIER_ID}))`;

export const isAnySending = (): SQL => sql`(${isMainSending()} or ${isDeliveredByLaterSupplier()})`;
