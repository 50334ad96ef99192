import { and, eq, type SQL, sql } from "drizzle-orm";
import { suppliers } from "#db/schema/supplier";
import { isSupplierOn } from "#lib/catalogue/sale-conditions";
import { type Ctx, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import { unseal } from "#lib/core/seal";
import { getMainAccount, getTrialPace, MAIN_SUPPLIER_ID, type UpstreamAccount } from "#lib/upstream/account";
import { findDialect } from "#lib/upstream/dialects";

export interface Supplier extends UpstreamAccount {
  id: number;
}

export const getMainSupplier = (): Supplier => ({ id: MAIN_SUPPLIER_ID, ...getMainAccount() });

/**
 * The condition that the token of a row of `suppliers` was entered in this database, or is the environment's:
 * no other may be used.
 */
export const isHome = (s: SQL): SQL => sql`(${s}.home is null or ${s}.home = database_identity())`;

/**
 * Lists the suppliers that the portal buys from; leaves out one whose token or dialect can't be used, and
 * logs it.
 */
export async function listSuppliersInUse(ctx: Ctx): Promise<Supplier[]> {
  requireSystem(ctx);
  const rows = await ctx.db
    .select()
    .from(suppliers)
    .where(and(isSupplierOn(sql`suppliers`), isHome(sql`suppliers`)))
    .orderBy(suppliers.id);
  return rows.flatMap((row) => toSupplier(row) ?? []);
}

/**
 * Returns a supplier, also one that is off; undefined when there is none or its token or dialect can't be
 * used.
 */
export async function findSupplier(ctx: Ctx, id: number): Promise<Supplier | undefined> {
  const [row] = await ctx.db.select().from(suppliers).where(eq(suppliers.id, id));
  return row && toSupplier(row);
}

/** Returns the environment's account at the level and pace that admins set. */
function toMainSupplier({ level, perMinute }: typeof suppliers.$inferSelect): Supplier {
  const main = getMainSupplier();
  return { ...main, level: level ?? main.level, perMinute: getTrialPace() ?? perMinute ?? main.perMinute };
}

function toSupplier(row: typeof suppliers.$inferSelect): Supplier | undefined {
  const { id, dialect, baseUrl, sealedToken, level, perMinute, timeoutMs } = row;
  if (id === MAIN_SUPPLIER_ID) return toMainSupplier(row);
  if (!baseUrl || !sealedToken || !level || !perMinute || !timeoutMs) return undefined;
  if (!findDialect(dialect)) {
    log.error("supplier.dialect_unknown", { supplier: id, dialect });
    return undefined;
  }
  try {
    const token = unseal(sealedToken, "supplier tokens");
    return { id, dialect, baseUrl, token, level, perMinute, timeoutMs, maxInFlight: undefined };
  } catch (error) {
    log.error("supplier.token_unreadable", { supplier: id, error });
    return undefined;
  }
}
