import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { holdCatalogue } from "#lib/catalogue/change-catalogue";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { conflictError, notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { int, readRows } from "#lib/core/read-rows";
import { CONFIRM } from "./match-same-routes.ts";
import { refreshSupply } from "./refresh-supply.ts";
import { toSupplierSubject } from "./sync-supplier.ts";

/** The automatic matches of a new supplier, of which no text changed. */
const IS_WAITING = sql`matched_by = 'same' and closed_for = 'plan' and delisted_at is null
  and cost is not null and matched_texts = plan_texts(plan_id)`;

export interface WaitingMatches {
  count: number;
  /** Identifies them with their plans and costs. */
  fingerprint: string;
}

/**
 * Reads the matches of a new supplier that await an admin; undefined once they were confirmed. Admins only.
 */
export async function readWaitingMatches(
  ctx: Ctx,
  { supplierId }: { supplierId: number },
): Promise<WaitingMatches | undefined> {
  requireAdmin(ctx);
  const [row] = await readRows(ctx.db, z.object({ count: int, fingerprint: z.string() }))`
    select count(*)::integer as count,
      md5(coalesce(string_agg(concat_ws(' ', supplier_plan_id, plan_id, cost), ',' order by supplier_plan_id),
        '')) as fingerprint
    from routes
    where supplier_id = ${supplierId} and ${IS_WAITING}
      and exists (select from suppliers s where s.id = ${supplierId} and s.matches_confirmed_at is null)`;
  return row && row.count > 0 ? row : undefined;
}

export const ConfirmMatchesInput = z.object({
  supplierId: Id,
  /** Of the matches that the form showed. */
  fingerprint: z.string().max(32),
});
export type ConfirmMatchesInput = z.input<typeof ConfirmMatchesInput>;

/**
 * Confirms the automatic matches of a new supplier: purchases may take them from now on, and later ones at
 * once. Admins only. @throws not_found; conflict when they changed meanwhile; invalid at `confirmPassword`
 */
export async function confirmMatches(ctx: Ctx, input: ConfirmMatchesInput): Promise<{ count: number }> {
  requireAdmin(ctx, "prices");
  const { supplierId, fingerprint } = ConfirmMatchesInput.parse(input);
  await requireConfirmation(ctx);
  const count = await inTransaction(ctx, async (tx) => {
    await holdCatalogue(tx);
    const suppliers = await tx.db.execute(
      sql`select from suppliers where id = ${supplierId} and base_url is not null for update`,
    );
    if (suppliers.length === 0) throw notFoundError("supplier");
    const waiting = await readWaitingMatches(tx, { supplierId });
    if (waiting?.fingerprint !== fingerprint)
      throw conflictError("The matches changed meanwhile. Nothing was confirmed. Check the current ones.");
    await tx.db.execute(
      sql`update routes set ${CONFIRM} where supplier_id = ${supplierId} and ${IS_WAITING}`,
    );
    await tx.db.execute(sql`update suppliers set matches_confirmed_at = now() where id = ${supplierId}`);
    await recordAudit(tx, {
      ...toSupplierSubject(supplierId),
      action: "supplier.matches_confirmed",
      before: { confirmed: 0 },
      after: { confirmed: waiting.count },
    });
    return waiting.count;
  });
  await refreshSupply(ctx);
  return { count };
}
