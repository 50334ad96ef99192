import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { provePassword } from "./confirm-password.ts";
import { Password } from "./fields.ts";
import { Browser } from "./session.ts";
import { ownAccount, setPassword } from "./set-password.ts";

export const ChangePasswordInput = z.object({
  currentPassword: Password,
  password: Password,
  browser: Browser.optional(),
});
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>;

/**
 * Replaces one's own password. Ends every session, and what `alsoEnd` ends, and returns the secret of a fresh one for who acts.
 * @throws invalid at `currentPassword` or `password`; rate_limited.
 */
export async function changePassword(
  ctx: Ctx,
  input: ChangePasswordInput,
  alsoEnd?: (tx: Ctx) => Promise<void>,
): Promise<{ secret: string }> {
  const { currentPassword, password, browser } = ChangePasswordInput.parse(input);
  const account = await ownAccount(ctx);
  await provePassword(ctx, account, currentPassword, "currentPassword");
  return setPassword(ctx, account, password, browser, alsoEnd);
}
