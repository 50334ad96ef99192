import { z } from "zod";
import { Amount } from "#lib/core/amount";
import type { Ctx } from "#lib/core/context";
import { changeReseller, ResellerChange } from "./change-reseller.ts";

export const SetDailyLimitInput = ResellerChange.extend({
  /** In minor units, or as it is typed; empty is no limit. */
  limit: z.preprocess((typed) => (typed === "" ? null : typed), Amount.nullable()),
});
export type SetDailyLimitInput = z.input<typeof SetDailyLimitInput>;

/** Sets the most that a reseller may spend in a day, or lifts the limit. Admins only. */
export async function setDailyLimit(ctx: Ctx, input: SetDailyLimitInput): Promise<void> {
  const { limit, ...change } = SetDailyLimitInput.parse(input);
  await changeReseller(ctx, change, "reseller.daily_limit", { dailyLimit: limit });
}
