import { z } from "zod";
import { inTransaction } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { Reason } from "#lib/core/reason";
import { requireConfirmed } from "./confirm-password.ts";
import { type IssuedToken, insertToken } from "./insert-token.ts";
import { TokenLimits } from "./token-limits.ts";
import { tokenOwner } from "./token-owner.ts";

export type { IssuedToken };

export const IssueTokenInput = TokenLimits.extend({
  /** Whose token; only admins name somebody. */
  resellerId: z.coerce.number<string | number>().int().positive().optional(),
  name: z.string("Give it a name.").trim().min(1, "Give it a name.").max(60, "Use at most 60 characters."),
  /** The same interface, with nothing charged and nothing sent. */
  test: z.union([z.boolean(), z.stringbool()]).default(false),
  /** Why, where an admin does it. */
  reason: Reason.optional(),
});
export type IssueTokenInput = z.input<typeof IssueTokenInput>;

/**
 * Makes a token. A reseller makes their own at level `api`; the operator may give one to anybody.
 * @throws forbidden below level `api`; conflict when there are too many.
 */
export async function issueToken(ctx: Ctx, input: IssueTokenInput): Promise<IssuedToken> {
  const { resellerId, reason, ...wanted } = IssueTokenInput.parse(input);
  const owner = tokenOwner(ctx, resellerId);
  await requireConfirmed(ctx);
  return inTransaction(ctx, (tx) => insertToken(tx, owner, wanted, reason));
}
