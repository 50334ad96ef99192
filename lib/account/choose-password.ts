import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { Password } from "./fields.ts";
import { Browser } from "./session.ts";
import { ownAccount, setPassword } from "./set-password.ts";

export const ChoosePasswordInput = z.object({ password: Password, browser: Browser.optional() });
export type ChoosePasswordInput = z.infer<typeof ChoosePasswordInput>;

/**
 * Replaces a password that was made for the one who acts, who has just signed in with it. What `alsoEnd` ends ends too.
 * @throws conflict when they have their own already; invalid at `password`.
 */
export async function choosePassword(
  ctx: Ctx,
  input: ChoosePasswordInput,
  alsoEnd?: (tx: Ctx) => Promise<void>,
): Promise<{ secret: string }> {
  const { password, browser } = ChoosePasswordInput.parse(input);
  const account = await ownAccount(ctx);
  if (!account.passwordGenerated) {
    throw new PortalError("conflict", "You have chosen your password already.");
  }
  return setPassword(ctx, account, password, browser, alsoEnd);
}
