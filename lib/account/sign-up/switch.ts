import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { signUpSwitch } from "#db/schema/account";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/reason";

export const SetSignUpInput = z.object({
  to: z.enum(["open", "closed"]),
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type SetSignUpInput = z.infer<typeof SetSignUpInput>;

/** Lets strangers ask for an account, or no longer. Admins only. @throws conflict when it was switched meanwhile */
export async function setSignUp(ctx: Ctx, input: SetSignUpInput): Promise<void> {
  requireAdmin(ctx);
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
