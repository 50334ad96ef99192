import { type Ctx, requireAdmin } from "#lib/core/context";
import { HandInput, type HandMoved } from "./hand-input.ts";
import { moveByHand } from "./move-by-hand.ts";

export const DebitInput = HandInput;
export type DebitInput = HandInput;

/** Takes money out of a reseller's wallet, never below zero. Admins and the operator's commands only. */
export async function debit(ctx: Ctx, input: DebitInput): Promise<HandMoved> {
  requireAdmin(ctx);
  return moveByHand(ctx, "debit", DebitInput.parse(input));
}
