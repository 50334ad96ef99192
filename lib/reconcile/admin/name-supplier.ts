import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { readRows } from "#lib/core/read-rows";
import { getSupplierNames } from "#lib/supplier/list-suppliers";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";

/** The supplier that delivered a purchase of a lost database: `none` when all say that they didn't. */
export const DeliveringSupplier = z.union([z.literal("none"), Id], "Select a supplier.");
export type DeliveringSupplier = z.infer<typeof DeliveringSupplier>;

/** The condition that any supplier may have executed the purchase `p`. */
const isSupplierUnknown = (p: SQL): SQL =>
  sql`exists (select from attempts a where a.purchase_id = ${p}.id and a.supplier_id is null)`;

interface Resolution {
  outcome: "successful" | "failed";
  supplier?: DeliveringSupplier | undefined;
}

/**
 * Decides the supplier of purchases of which it is unknown; null: none executed them.
 * @throws invalid when the answer doesn't match the outcome, or names no supplier
 */
export async function chooseSupplier(ctx: Ctx, { outcome, supplier }: Resolution): Promise<number | null> {
  const names = await getSupplierNames(ctx);
  if (outcome === "failed") {
    if (supplier === "none" || names.size === 1) return null;
    throw createSupplierError("Ask every supplier first, then select that none delivered it.");
  }
  const chosen = supplier ?? (names.size === 1 ? MAIN_SUPPLIER_ID : undefined);
  if (typeof chosen === "number" && names.has(chosen)) return chosen;
  throw createSupplierError("Select the supplier that delivered it.");
}

const createSupplierError = (message: string) =>
  new PortalError("invalid", message, { fields: { supplier: [message] } });

/**
 * Names a purchase's supplier before it is settled, where unknown. It locks no purchase: settling does, after
 * the wallet, and rejects one that is decided already. Throws as `chooseSupplier` does.
 */
export async function nameSupplier(
  ctx: Ctx,
  { purchaseId, ...resolution }: Resolution & { purchaseId: number },
): Promise<void> {
  const [purchase] = await readRows(ctx.db, z.object({ ident: z.string() }))`
      select p.ident
      from purchases p
      where p.id = ${purchaseId} and p.state = 'unconfirmed' and ${isSupplierUnknown(sql`p`)}`;
  if (!purchase) return;
  const supplierId = await chooseSupplier(ctx, resolution);
  if (supplierId === null) return;
  const named = await ctx.db.execute(
    sql`
      update attempts
      set supplier_id = ${supplierId}
      where purchase_id = ${purchaseId} and supplier_id is null
      returning id`,
  );
  if (named.length === 0) return;
  await recordAudit(ctx, {
    action: "purchase.supplier_named",
    subject: "purchase",
    subjectId: purchase.ident,
    before: { supplier: null },
    after: { supplier: supplierId },
  });
}

/**
 * Lists the suppliers by their ids, where there are several and an unconfirmed purchase may have been
 * executed by any; undefined elsewhere. Admins only.
 */
export async function listSuppliersToName(ctx: Ctx): Promise<ReadonlyMap<number, string> | undefined> {
  requireAdmin(ctx);
  const open = await ctx.db.execute(
    sql`select from purchases p where p.state = 'unconfirmed' and ${isSupplierUnknown(sql`p`)} limit 1`,
  );
  const names = await getSupplierNames(ctx);
  return open.length > 0 && names.size > 1 ? names : undefined;
}
