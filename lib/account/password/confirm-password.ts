import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { sessions } from "#db/schema/account";
import { Password } from "#lib/account/fields";
import { getOwnAccount, type OwnAccount } from "#lib/account/own-account";
import { accountBucket, consumeAttempt, forgiveAttempt } from "#lib/account/throttle";
import { consumeCode, invalidCodeError, OneTimeCode } from "#lib/account/two-factor/consume-code";
import { CONFIRM_CODE_FIELD, CONFIRM_FIELD } from "#lib/audit/require-confirmation";
import { type Ctx, requireSelf, requireUser } from "#lib/core/context";
import { invalidError } from "#lib/core/error";
import { verifyPassword } from "./hash-password.ts";

export const ConfirmPasswordInput = z.object({ [CONFIRM_FIELD]: Password });
export type ConfirmPasswordInput = z.infer<typeof ConfirmPasswordInput>;

/**
 * Confirms the acting session by its password, for ten minutes.
 * @throws invalid or rate_limited, at `confirmPassword`
 */
export async function confirmPassword(ctx: Ctx, input: ConfirmPasswordInput): Promise<void> {
  const { id, sessionId } = requireSelf(ctx);
  const { confirmPassword: password } = ConfirmPasswordInput.parse(input);
  await verifyAccountPassword(ctx, await getOwnAccount(ctx), password, CONFIRM_FIELD);
  await ctx.db
    .update(sessions)
    .set({ confirmedAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), eq(sessions.accountId, id), isNull(sessions.endedAt)));
}

export const ConfirmCodeInput = z.object({ [CONFIRM_CODE_FIELD]: OneTimeCode });
export type ConfirmCodeInput = z.input<typeof ConfirmCodeInput>;

/**
 * Confirms the acting session by a code of its account's second factor, and consumes the code.
 * @throws invalid or rate_limited, at `confirmCode`
 */
export async function confirmCode(ctx: Ctx, input: ConfirmCodeInput): Promise<void> {
  const { id, kind, sessionId } = requireUser(ctx);
  const { confirmCode: code } = ConfirmCodeInput.parse(input);
  const bucket = accountBucket(`code again of ${id}`);
  await consumeAttempt(ctx, [bucket], CONFIRM_CODE_FIELD);
  const tried = await inTransaction(ctx, async (tx) => {
    const came = await consumeCode(tx, { id, role: kind }, code);
    if (came !== "right") return came;
    await forgiveAttempt(tx, bucket);
    await tx.db
      .update(sessions)
      .set({ codeConfirmedAt: sql`now()` })
      .where(and(eq(sessions.id, sessionId), eq(sessions.accountId, id), isNull(sessions.endedAt)));
    return came;
  });
  if (tried !== "right") throw await invalidCodeError(ctx, tried, CONFIRM_CODE_FIELD);
}

/** Checks the password, with the limits of signing in. @throws invalid or rate_limited, at `field` */
export async function verifyAccountPassword(
  ctx: Ctx,
  { id, passwordHash }: OwnAccount,
  password: string,
  field: string,
): Promise<void> {
  const bucket = accountBucket(`password of ${id}`);
  await consumeAttempt(ctx, [bucket], field);
  if (!(await verifyPassword(password, passwordHash)))
    throw invalidError(field, "This isn’t your current password.");
  await forgiveAttempt(ctx, bucket);
}
