import { signUpSwitch } from "#db/schema/account";
import type { Ctx } from "#lib/core/context";

/** Whether strangers may ask for an account, and the version that a form about it carries. */
export async function readSignUpSwitch(ctx: Ctx): Promise<{ open: boolean; version: number }> {
  const { open, version } = signUpSwitch;
  const [row] = await ctx.db.select({ open, version }).from(signUpSwitch);
  return row ?? { open: false, version: 0 };
}
