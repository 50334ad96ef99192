import { z } from "zod";
import { type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { int, minor, readRows } from "#lib/core/read-rows";
import { Reason } from "#lib/core/text/reason";
import { endAdvance } from "./end-advance.ts";

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
  const [purchase] = await readRows(ctx.db, z.object({ id: int, reseller: int, price: minor }))`
    select id, reseller_id as reseller, price from purchases where ident = ${ident}`;
  if (!purchase) throw notFoundError("purchase");
  const { id, reseller, price } = purchase;
  const movement = {
    kind: "write_off" as const,
    purchase: { id, ident },
    resellerId: reseller,
    amount: price,
    reason,
  };
  const done = await runOrRequestApproval(ctx, movement, (ctx) => executeWriteOff(ctx, { ident, reason }));
  return done ?? undefined;
}

/** Moves the operator's money into the claim. The caller checks permissions. @throws conflict */
export async function executeWriteOff(ctx: Ctx, { ident, reason }: WriteOffAdvanceInput): Promise<void> {
  const action = "purchase.advance_written_off";
  const isDone = await endAdvance(ctx, { ident, answer: "advance_waived", action, reason });
  if (!isDone) throw await explainConflict(ctx, { subject: "purchase", subjectId: ident });
}
