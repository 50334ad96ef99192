import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { invalidError, PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { int, readRows } from "#lib/core/read-rows";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { fetchPlans } from "#lib/upstream/fetch-plans";
import { findSupplier, isHome, type Supplier } from "./supplier.ts";
import { TRIAL_MS, tryAccount } from "./try-account.ts";

export const SupplierCheckInput = z.object({ id: Id.max(2_147_483_647).optional() });
type SupplierCheckInput = z.output<typeof SupplierCheckInput>;

interface SupplierCheck {
  id: number;
  name: string;
  /** The number of plans that its service lists now; null when there is a problem. */
  plans: number | null;
  problem: string | null;
}

/**
 * Fetches the plan list of each supplier, or of one, with its stored address and token, and saves nothing.
 * Admins only.
 * @throws invalid at `id` when no supplier has it
 */
export async function checkSuppliers(ctx: Ctx, { id }: SupplierCheckInput = {}): Promise<SupplierCheck[]> {
  requireAdmin(ctx);
  const rows = await readRows(ctx.db, z.object({ id: int, name: z.string(), isHome: z.boolean() }))`
    select id, name, ${isHome(sql`suppliers`)} as is_home from suppliers
    where ${id === undefined ? sql`true` : sql`id = ${id}`} order by id`;
  if (id !== undefined && rows.length === 0) throw invalidError("id", "No supplier has this number.");
  return Promise.all(
    rows.map(async ({ id, name, isHome }) => ({ id, name, ...(await check(ctx, id, isHome)) })),
  );
}

async function check(
  ctx: Ctx,
  id: number,
  mayUse: boolean,
): Promise<Pick<SupplierCheck, "plans" | "problem">> {
  // Its token stays unused, as in all of a restored copy.
  const supplier = mayUse ? await findSupplier(ctx, id) : undefined;
  if (!supplier) return { plans: null, problem: "Enter its token again." };
  try {
    return { plans: await countPlans(supplier), problem: null };
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    const [problem = error.message] = Object.values(error.fields).flat();
    return { plans: null, problem };
  }
}

/** The main supplier's list may be one without prices for each level. */
async function countPlans(supplier: Supplier): Promise<number> {
  const { networks } =
    supplier.id === MAIN_SUPPLIER_ID
      ? await fetchPlans({ account: supplier, signal: AbortSignal.timeout(TRIAL_MS) })
      : await tryAccount(supplier);
  return networks.flatMap(({ types }) => types.flatMap(({ plans }) => plans)).length;
}
