import { type Ctx, requireAdmin } from "#lib/core/context";
import { HandInput, type HandMoved } from "./hand-input.ts";
import { moveOrPropose } from "./move-by-hand.ts";
import type { Waiting } from "./second-admin.ts";

export const CreditInput = HandInput;
export type CreditInput = HandInput;

/**
 * Puts money into a reseller's wallet, which may bring it back to zero; above the set sum it waits for a second admin.
 * Admins and the operator's commands only. @throws not_found, conflict
 */
export async function credit(ctx: Ctx, input: CreditInput): Promise<HandMoved | Waiting> {
  requireAdmin(ctx);
  return moveOrPropose(ctx, "credit", CreditInput.parse(input));
}
