import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { recordAuditRows } from "#lib/audit/record-audit";
import { type Ctx, requireReseller } from "#lib/core/context";
import { conflictError, notFoundError, PortalError } from "#lib/core/error";
import { formatDecimal, formatMoney } from "#lib/core/money/money";
import { selectLockedWallets } from "#lib/ledger/lock-wallet";
import { updateWallets, writeTransfers } from "#lib/ledger/transfer";

const AnswerAdvanceInput = z.object({ ident: z.string().max(40) });
export type AnswerAdvanceInput = z.infer<typeof AnswerAdvanceInput>;

/**
 * Returns the advance of a purchase that was delivered after all, as its buyer agrees to.
 * @throws not_found, also for another's; insufficient_funds; conflict when it awaits no answer
 */
export function repayAdvance(ctx: Ctx, input: AnswerAdvanceInput): Promise<void> {
  return answerAdvance(ctx, input, "advance_repaid");
}

/**
 * Keeps the advance of a purchase that was delivered after all: its buyer declines, and the operator bears
 * it.
 * @throws not_found, also for another's; conflict when it awaits no answer
 */
export function keepAdvance(ctx: Ctx, input: AnswerAdvanceInput): Promise<void> {
  return answerAdvance(ctx, input, "advance_waived");
}

type Answer = "advance_repaid" | "advance_waived";

/** The state after each answer, and the condition of a wallet `w` for it. */
const ANSWERS: Record<Answer, { state: string; can: SQL }> = {
  advance_repaid: { state: "repaid", can: sql`w.wallet >= p.price` },
  advance_waived: { state: "waived", can: sql`true` },
};

/** Changes the state and moves the money in one statement, which locks the wallet before the purchase. */
async function answerAdvance(ctx: Ctx, input: AnswerAdvanceInput, answer: Answer): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { ident } = AnswerAdvanceInput.parse(input);
  const { state, can } = ANSWERS[answer];
  const rows = await ctx.db.execute(sql`
    with w as (${selectLockedWallets(sql`${resellerId}::bigint`)}),
    awaiting as (
      select p.id
      from purchases p
      where p.ident = ${ident} and p.reseller_id = ${resellerId} and p.advance = 'awaiting_consent'
        and exists (select from w where ${can})
      for update
    ),
    answered as (
      update purchases p
      set advance = ${state}
      from awaiting
      where p.id = awaiting.id
      returning p.id, p.ident, p.reseller_id, p.price
    ),
    moved as (${updateWallets(answer, { of: sql`answered`, amount: sql`price` })}),
    journal as (${writeTransfers(ctx, answer, {
      from: sql`moved`,
      amount: sql`price`,
      purchaseId: sql`(select id from answered)`,
    })}),
    recorded as (${recordAuditRows(ctx, {
      action: `purchase.${answer}`,
      subject: "purchase",
      subjectId: sql`answered.ident`,
      resellerId: sql`answered.reseller_id`,
      journalId: sql`journal.id`,
      before: sql`jsonb_build_object('advance', 'awaiting_consent')`,
      after: sql`jsonb_build_object('advance', ${state}::text, 'price', answered.price::text)`,
      from: sql`answered cross join journal`,
    })})
    select id from answered`);
  if (rows.length === 0) throw await explainRejection(ctx, resellerId, ident);
}

async function explainRejection(ctx: Ctx, resellerId: number, ident: string): Promise<PortalError> {
  const [row] = await ctx.db.execute<{ advance: string | null; price: string; wallet: string }>(sql`
    select advance, price, wallet
    from purchases
    join wallets using (reseller_id)
    where ident = ${ident} and reseller_id = ${resellerId}`);
  if (!row) return notFoundError("purchase");
  if (row.advance !== "awaiting_consent")
    return conflictError("This was already answered, or isn’t needed. No money moved.");
  const missing = BigInt(row.price) - BigInt(row.wallet);
  return new PortalError(
    "insufficient_funds",
    `Your wallet is short by ${formatMoney(missing)}. Top up your wallet first. No money moved.`,
    { facts: { missing, amount: formatDecimal(missing) } },
  );
}
