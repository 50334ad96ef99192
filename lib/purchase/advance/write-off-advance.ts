import { sql } from "drizzle-orm";
import { z } from "zod";
import { type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAuditRows } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Reason } from "#lib/core/text/reason";
import { updateWallets, writeTransfers } from "#lib/ledger/transfer";
import { lockWallets } from "#lib/purchase/settle/settle-purchase";

export const WriteOffAdvanceInput = z.object({ ident: z.string().max(40), reason: Reason });
export type WriteOffAdvanceInput = z.infer<typeof WriteOffAdvanceInput>;

/**
 * Ends the advance of a delivered purchase whose buyer doesn't answer: the operator bears it. Above the
 * admin's daily limit, requests approval instead. Admins only.
 * @throws not_found; conflict when it awaits no answer, or the buyer answered meanwhile
 */
export async function writeOffAdvance(
  ctx: Ctx,
  input: WriteOffAdvanceInput,
): Promise<PendingApproval | undefined> {
  requireAdmin(ctx, "money");
  const { ident, reason } = WriteOffAdvanceInput.parse(input);
  const [purchase] = await ctx.db.execute<Record<"id" | "reseller" | "price", string>>(
    sql`select id, reseller_id as reseller, price from purchases where ident = ${ident}`,
  );
  if (!purchase) throw notFoundError("purchase");
  const { id, reseller, price } = purchase;
  const movement = {
    kind: "write_off" as const,
    purchase: { id: Number(id), ident },
    resellerId: Number(reseller),
    amount: BigInt(price),
    reason,
  };
  const done = await runOrRequestApproval(ctx, movement, (ctx) => executeWriteOff(ctx, { ident, reason }));
  return done ?? undefined;
}

/**
 * Moves the operator's money into the claim in one statement. The caller checks permissions. @throws
 * conflict
 */
export async function executeWriteOff(ctx: Ctx, { ident, reason }: WriteOffAdvanceInput): Promise<void> {
  const reasonText = sql`${reason}::text`;
  const rows = await ctx.db.execute(sql`
    with wallet as (${lockWallets(sql`p.ident = ${ident}`)}),
    awaiting as (
      select id
      from purchases
      where ident = ${ident} and advance = 'awaiting_consent' and exists (select from wallet)
      for update
    ),
    ended as (
      update purchases p
      set advance = 'waived'
      from awaiting
      where p.id = awaiting.id
      returning p.id, p.ident, p.reseller_id, p.price
    ),
    moved as (${updateWallets("advance_waived", { of: sql`ended`, amount: sql`price` })}),
    journal as (${writeTransfers(ctx, "advance_waived", {
      from: sql`moved`,
      amount: sql`price`,
      purchaseId: sql`(select id from ended)`,
      reason: reasonText,
    })}),
    recorded as (${recordAuditRows(ctx, {
      action: "purchase.advance_written_off",
      subject: "purchase",
      subjectId: sql`ended.ident`,
      resellerId: sql`ended.reseller_id`,
      journalId: sql`journal.id`,
      reason: reasonText,
      before: sql`jsonb_build_object('advance', 'awaiting_consent')`,
      after: sql`jsonb_build_object('advance', 'waived', 'price', ended.price::text)`,
      from: sql`ended cross join journal`,
    })})
    select id from ended`);
  if (rows.length === 0) throw await explainConflict(ctx, { subject: "purchase", subjectId: ident });
}
