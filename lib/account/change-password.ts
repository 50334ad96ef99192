import { z } from "zod";
import { type Ctx, requirePerson } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { Password } from "./fields.ts";
import { verifyPassword } from "./password.ts";
import { ownAccount, setPassword } from "./set-password.ts";
import { accountBucket, forgiveTry, takeTry } from "./throttle.ts";

export const ChangePasswordInput = z.object({
  currentPassword: Password,
  password: Password,
  agent: z.string().optional(),
});
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>;

/**
 * Replaces one's own password. Ends every session and returns the secret of a fresh one for who acts.
 * @throws invalid at `currentPassword` or `password`; rate_limited.
 */
export async function changePassword(ctx: Ctx, input: ChangePasswordInput): Promise<{ secret: string }> {
  const { id } = requirePerson(ctx);
  const { currentPassword, password, agent } = ChangePasswordInput.parse(input);
  const account = await ownAccount(ctx);
  const bucket = accountBucket(`password of ${id}`);
  await takeTry(ctx, [bucket]);
  if (!(await verifyPassword(currentPassword, account.passwordHash))) {
    const words = "This is not the password you have now.";
    throw new PortalError("invalid", words, { fields: { currentPassword: [words] } });
  }
  await forgiveTry(ctx, bucket);
  return setPassword(ctx, account, password, agent);
}
