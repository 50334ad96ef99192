import { z } from "zod";
import { inTransaction } from "#db/client";
import { Id } from "#lib/core/amount";
import { type Ctx, LEVELS, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/reason";
import { newCredentials } from "./create-account.ts";
import { decideSignUp, pendingSignUp } from "./decide-sign-up.ts";
import { insertLink } from "./insert-link.ts";
import { insertReseller } from "./insert-reseller.ts";

export const ApproveSignUpInput = z.object({
  id: Id,
  level: z.enum(LEVELS, "Choose a level."),
  reason: Reason,
});
export type ApproveSignUpInput = z.infer<typeof ApproveSignUpInput>;

/**
 * Opens the account that somebody asked for. The address they were given when they asked becomes the link by
 * which they choose their password. Admins only.
 * @throws not_found; conflict when it was decided meanwhile, or the e-mail has an account.
 */
export async function approveSignUp(ctx: Ctx, input: ApproveSignUpInput): Promise<{ resellerId: number }> {
  requireAdmin(ctx);
  const { id, level, reason } = ApproveSignUpInput.parse(input);
  const credentials = await newCredentials({ email: "", name: "" });
  return inTransaction(ctx, async (tx) => {
    const { email, name, hash } = await pendingSignUp(tx, id);
    const resellerId = await insertReseller(tx, { email, name, level }, credentials, reason);
    await insertLink(tx, { accountId: resellerId, hash });
    await decideSignUp(tx, id, { state: "approved", resellerId }, reason);
    return { resellerId };
  });
}
