import { z } from "zod";
import { inTransaction } from "#db/client";
import { Id } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/reason";
import { decideSignUp, pendingSignUp } from "./decide-sign-up.ts";

export const RefuseSignUpInput = z.object({
  id: Id,
  /** Whoever asked reads it. */
  reason: Reason,
});
export type RefuseSignUpInput = z.infer<typeof RefuseSignUpInput>;

/** Turns a request for an account down, and says why. Admins only. @throws not_found; conflict when decided meanwhile */
export async function refuseSignUp(ctx: Ctx, input: RefuseSignUpInput): Promise<void> {
  requireAdmin(ctx);
  const { id, reason } = RefuseSignUpInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    await pendingSignUp(tx, id);
    await decideSignUp(tx, id, { state: "refused", reason }, reason);
  });
}
