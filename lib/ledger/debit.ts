import { type Ctx, requireAdmin } from "#lib/core/context";
import { HandInput, type HandMoved } from "./hand-input.ts";
import { moveOrPropose } from "./move-by-hand.ts";
import type { Waiting } from "./second-admin.ts";

export const DebitInput = HandInput;
export type DebitInput = HandInput;

/**
 * Takes money out of a reseller's wallet, never below zero; above the set sum it waits for a second admin. Admins and
 * the operator's commands only. @throws not_found, conflict, insufficient_funds (facts.missing)
 */
export async function debit(ctx: Ctx, input: DebitInput): Promise<HandMoved | Waiting> {
  requireAdmin(ctx);
  return moveOrPropose(ctx, "debit", DebitInput.parse(input));
}
