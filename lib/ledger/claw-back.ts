import { type Ctx, requireAdmin } from "#lib/core/context";
import { HandInput, type HandMoved } from "./hand-input.ts";
import { moveOrPropose } from "./move-by-hand.ts";
import type { Waiting } from "./second-admin.ts";

export const ClawBackInput = HandInput;
export type ClawBackInput = HandInput;

/**
 * Takes money back that should never have been in a wallet, even below zero: purchases are refused until it is paid.
 * Above the set sum it waits for a second admin. Admins and the operator's commands only. @throws not_found, conflict
 */
export async function clawBack(ctx: Ctx, input: ClawBackInput): Promise<HandMoved | Waiting> {
  requireAdmin(ctx);
  return moveOrPropose(ctx, "claw_back", ClawBackInput.parse(input));
}
