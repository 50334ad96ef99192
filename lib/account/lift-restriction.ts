import type { Ctx } from "#lib/core/context";
import { changeReseller, ResellerChange } from "./change-reseller.ts";

export const LiftRestrictionInput = ResellerChange;
export type LiftRestrictionInput = ResellerChange;

/** Lets a restricted reseller buy again. Admins only. */
export async function liftRestriction(ctx: Ctx, input: LiftRestrictionInput): Promise<void> {
  await changeReseller(ctx, LiftRestrictionInput.parse(input), "reseller.lifted", { state: "active" });
}
