import { z } from "zod";
import { type Ctx, requireReseller } from "#lib/core/context";
import { conflictError, notFoundError, PortalError } from "#lib/core/error";
import { formatDecimal, formatMoney } from "#lib/core/money/money";
import { minor, readRows } from "#lib/core/read-rows";
import { type Answer, endAdvance } from "./end-advance.ts";

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

/** Answers as the acting reseller, about a purchase of their own. */
async function answerAdvance(ctx: Ctx, input: AnswerAdvanceInput, answer: Answer): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { ident } = AnswerAdvanceInput.parse(input);
  const isDone = await endAdvance(ctx, { ident, answer, resellerId, action: `purchase.${answer}` });
  if (!isDone) throw await explainRejection(ctx, resellerId, ident);
}

const AdvanceRow = z.object({ advance: z.string().nullable(), price: minor, wallet: minor });

async function explainRejection(ctx: Ctx, resellerId: number, ident: string): Promise<PortalError> {
  const [row] = await readRows(ctx.db, AdvanceRow)`
    select advance, price, wallet
    from purchases
    join wallets using (reseller_id)
    where ident = ${ident} and reseller_id = ${resellerId}`;
  if (!row) return notFoundError("purchase");
  if (row.advance !== "awaiting_consent")
    return conflictError("This was already answered, or isn’t needed. No money moved.");
  const missing = row.price - row.wallet;
  return new PortalError(
    "insufficient_funds",
    `Your wallet is short by ${formatMoney(missing)}. Top up your wallet first. No money moved.`,
    { facts: { missing, amount: formatDecimal(missing) } },
  );
}
