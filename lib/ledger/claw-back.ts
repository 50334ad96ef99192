import { type Ctx, requireAdmin } from "#lib/core/context";
import { HandInput, type HandMoved } from "./hand-input.ts";
import { moveByHand } from "./move-by-hand.ts";

export const ClawBackInput = HandInput;
export type ClawBackInput = HandInput;

/** Takes money back that should never have been in a wallet, even below zero: purchases are refused until it is paid. Admins and the operator's commands only. */
export async function clawBack(ctx: Ctx, input: ClawBackInput): Promise<HandMoved> {
  requireAdmin(ctx);
  return moveByHand(ctx, "claw_back", ClawBackInput.parse(input));
}
