import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { signUpSwitch, signUps } from "#db/schema/account";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { toMobileNumber } from "#lib/core/contact-phone";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { Email, Name } from "../fields.ts";
import { hashSecret, newSecret } from "../session/session.ts";
import { signUpBucket, takeTry } from "../throttle.ts";

export const SignUpInput = z.object({
  email: Email,
  name: Name,
  phone: z.string("Type a number.").max(40).transform(toMobileNumber),
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

export const SetSignUpInput = z.object({
  to: z.enum(["open", "closed"]),
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type SetSignUpInput = z.infer<typeof SetSignUpInput>;

/** Lets strangers ask for an account, or no longer. Admins only. @throws conflict when it was switched meanwhile */
export async function setSignUp(ctx: Ctx, input: SetSignUpInput): Promise<void> {
  requireAdmin(ctx, "rules");
  const { to, version, reason } = SetSignUpInput.parse(input);
  const open = to === "open";
  await inTransaction(ctx, async (tx) => {
    const changed = await tx.db
      .update(signUpSwitch)
      .set({ open, version: sql`${signUpSwitch.version} + 1` })
      .where(eq(signUpSwitch.version, version))
      .returning({ open: signUpSwitch.open });
    if (changed.length === 0) throw await changedMeanwhile(tx, { subject: "sign-up", subjectId: "switch" });
    await record(tx, {
      action: open ? "sign_up.opened" : "sign_up.closed",
      subject: "sign-up",
      subjectId: "switch",
      reason,
      before: { open: !open },
      after: { open },
    });
  });
}

/** Whether strangers may ask for an account, and the version that a form about it carries. */
export async function readSignUpSwitch(ctx: Ctx): Promise<{ open: boolean; version: number }> {
  const { open, version } = signUpSwitch;
  const [row] = await ctx.db.select({ open, version }).from(signUpSwitch);
  return row ?? { open: false, version: 0 };
}
