import { type Ctx, requireAdmin } from "#lib/core/context";
import { HandInput, type HandMoved } from "./hand-input.ts";
import { moveByHand } from "./move-by-hand.ts";

export const CreditInput = HandInput;
export type CreditInput = HandInput;

/** Puts money into a reseller's wallet, which may bring it back to zero. Admins and the operator's commands only. */
export async function credit(ctx: Ctx, input: CreditInput): Promise<HandMoved> {
  requireAdmin(ctx);
  return moveByHand(ctx, "credit", CreditInput.parse(input));
}
