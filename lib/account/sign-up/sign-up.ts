import { z } from "zod";
import { inTransaction } from "#db/client";
import { signUps } from "#db/schema/account";
import { record } from "#lib/audit/record";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { examplePhone, parsePhone } from "#lib/core/phone";
import { Email, Name } from "../fields.ts";
import { hashSecret, newSecret } from "../session/session.ts";
import { signUpBucket, takeTry } from "../throttle.ts";
import { readSignUpSwitch } from "./switch.ts";

export const SignUpInput = z.object({
  email: Email,
  name: Name,
  phone: z
    .string("Type a number.")
    .max(40)
    .transform((text, check) => {
      const phone = parsePhone(text);
      if (phone) return phone;
      check.addIssue(`This is no mobile number. A right one looks like ${examplePhone()}.`);
      return z.NEVER;
    }),
  about: z.string().trim().max(500, "Use at most 500 characters.").default(""),
});
export type SignUpInput = z.input<typeof SignUpInput>;

/**
 * A stranger asks for an account. Nothing is looked up by the e-mail, so that the answer tells nothing about it.
 * @returns the secret of the address that says how it stands, and by which they choose their password later.
 * @throws not_found while nobody may ask; rate_limited.
 */
export async function signUp(ctx: Ctx, input: SignUpInput): Promise<{ secret: string }> {
  const wanted = SignUpInput.parse(input);
  if (!(await readSignUpSwitch(ctx)).open) throw new PortalError("not_found", "This page does not exist.");
  if (ctx.address !== undefined) await takeTry(ctx, [signUpBucket(ctx.address)]);
  const secret = newSecret();
  await inTransaction(ctx, async (tx) => {
    const [asked] = await tx.db
      .insert(signUps)
      .values({ ...wanted, address: ctx.address, hash: hashSecret(secret) })
      .returning({ id: signUps.id });
    if (!asked) throw new Error("A sign-up was not written.");
    const { email, name } = wanted;
    await record(tx, {
      action: "sign_up.asked",
      subject: "sign-up",
      subjectId: asked.id,
      after: { email, name },
    });
  });
  return { secret };
}
