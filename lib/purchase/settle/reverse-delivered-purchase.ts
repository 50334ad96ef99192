import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { purchases } from "#db/schema/purchase";
import { type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAuditRows } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { conflictError, notFoundError, type PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/text/reason";
import { updateWallets, writeTransfers } from "#lib/ledger/transfer";
import { subtractSpending } from "#lib/purchase/place/daily-spending";
import { lockBothWallets, moveCommission } from "./move-commission.ts";

export const ReverseDeliveredPurchaseInput = z.object({
  ident: z.string().max(40),
  /** Shown on the reseller's statement too. */
  reason: Reason,
});
export type ReverseDeliveredPurchaseInput = z.infer<typeof ReverseDeliveredPurchaseInput>;

/**
 * Reverses a delivered purchase and refunds it; above the approval limit, requests
 * approval instead. Admins only.
 * @throws not_found; conflict when it was already reversed or never delivered.
 */
export async function reverseDeliveredPurchase(
  ctx: Ctx,
  input: ReverseDeliveredPurchaseInput,
): Promise<PendingApproval | undefined> {
  requireAdmin(ctx, "money");
  const { ident, reason } = ReverseDeliveredPurchaseInput.parse(input);
  const [purchase] = await ctx.db
    .select({ id: purchases.id, resellerId: purchases.resellerId, amount: purchases.price })
    .from(purchases)
    .where(eq(purchases.ident, ident));
  if (!purchase) throw notFoundError("purchase");
  const { id, resellerId, amount } = purchase;
  const movement = { purchase: { id, ident }, resellerId, amount, reason };
  return (
    (await runOrRequestApproval(ctx, { kind: "reversal", ...movement }, (ctx) =>
      executeReversal(ctx, { ident, reason }),
    )) ?? undefined
  );
}

/**
 * Reverses a purchase and refunds it in one statement, of an agent's also the commission, below zero if need be; the
 * journals name those they undo. The
 * caller checks permissions.
 * @throws like `reverseDeliveredPurchase`.
 */
export async function executeReversal(
  ctx: Ctx,
  { ident, reason }: ReverseDeliveredPurchaseInput,
): Promise<void> {
  const reasonText = sql`${reason}::text`;
  const rows = await ctx.db.execute(sql`
    with wallet as (${lockBothWallets(sql`p.ident = ${ident}`)}),
    open as (
      select id
      from purchases
      where ident = ${ident} and state = 'successful' and exists (select from wallet)
        and (advance is null or advance = 'repaid')
      for update
    ),
    reversed as (
      update purchases p
      set state = 'reversed', reversed_at = now(), outcome = ${`Reversed: ${reason}`}
      from open
      where p.id = open.id
      returning p.id, p.ident, p.reseller_id, p.price, p.placed_at, p.parent_id, p.commission
    ),
    moved as (${updateWallets("reversal", {
      of: sql`reversed`,
      amount: sql`price`,
      set: subtractSpending({ price: sql`reversed.price`, placedAt: sql`reversed.placed_at` }),
    })}),
    journal as (${writeTransfers(ctx, "reversal", {
      from: sql`moved`,
      amount: sql`price`,
      purchaseId: sql`(select id from reversed)`,
      reason: reasonText,
      reversesId: sql`(
        select j.id from journals j join reversed r on r.id = j.purchase_id where j.kind = 'settle')`,
    })}),
    recorded as (${recordAuditRows(ctx, {
      action: "purchase.reversed",
      subject: "purchase",
      subjectId: sql`reversed.ident`,
      resellerId: sql`reversed.reseller_id`,
      journalId: sql`journal.id`,
      reason: reasonText,
      before: sql`jsonb_build_object('state', 'successful')`,
      after: sql`jsonb_build_object('state', 'reversed', 'price', reversed.price::text)`,
      from: sql`reversed cross join journal`,
    })}),
    ${moveCommission(ctx, "commission_reversal", {
      of: sql`reversed`,
      after: sql`journal`,
      reason: reasonText,
    })}
    select id from reversed`);
  if (rows.length === 0) throw await explainReversalRejection(ctx, ident);
}

async function explainReversalRejection(ctx: Ctx, ident: string): Promise<PortalError> {
  const [row] = await ctx.db
    .select({ state: purchases.state, advance: purchases.advance })
    .from(purchases)
    .where(eq(purchases.ident, ident));
  if (!row) return notFoundError("purchase");
  if (row.state === "reversed") return explainConflict(ctx, { subject: "purchase", subjectId: ident });
  if (row.state === "successful" && row.advance)
    return conflictError(
      "The buyer has the money already: it was credited while unconfirmed. No money moved.",
    );
  return conflictError("Only a delivered purchase can be reversed. No money moved.");
}
