import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { secondFactors } from "#db/schema/access";
import { sessions } from "#db/schema/account";
import { Password } from "#lib/account/fields";
import { getOwnAccount, type OwnAccount } from "#lib/account/own-account";
import { accountBucket, consumeAttempt, forgiveAttempt } from "#lib/account/throttle";
import { consumeCode, invalidCodeError, OneTimeCode } from "#lib/account/two-factor/consume-code";
import { type Ctx, requireUser } from "#lib/core/context";
import { invalidError, PortalError } from "#lib/core/error";
import { CODE_REQUEST, PASSWORD_REQUEST } from "./confirmation-texts.ts";
import { verifyPassword } from "./hash-password.ts";

/** The form field of the repeated password. */
export const CONFIRM_FIELD = "confirmPassword";
/** The form field of the code, where an action needs both. */
export const CONFIRM_CODE_FIELD = "confirmCode";
/** The lifetime of a confirmation in its session. */
const CONFIRMATION_LIFETIME = sql`interval '10 minutes'`;

export const ConfirmPasswordInput = z.object({ [CONFIRM_FIELD]: Password });
export type ConfirmPasswordInput = z.infer<typeof ConfirmPasswordInput>;

/**
 * Confirms the acting session by its password, for ten minutes.
 * @throws invalid or rate_limited, at `confirmPassword`
 */
export async function confirmPassword(ctx: Ctx, input: ConfirmPasswordInput): Promise<void> {
  const { id, sessionId } = requireUser(ctx);
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
  if (tried !== "right") throw invalidCodeError(tried, CONFIRM_CODE_FIELD);
}

/**
 * Requires the session to have confirmed its password within the last ten minutes, and, with `code`, a code where the
 * account has a second factor: a stolen session must not grant access or redirect money. The operator's commands need
 * none.
 * @throws invalid, at `confirmPassword` and `confirmCode`
 */
export async function requireConfirmation(ctx: Ctx, { code = false } = {}): Promise<void> {
  if (ctx.actor.kind === "system") return;
  const { id, sessionId } = requireUser(ctx);
  const [gave] = await ctx.db
    .select({
      password: sql<boolean>`coalesce(${sessions.confirmedAt} > now() - ${CONFIRMATION_LIFETIME}, false)`,
      code: sql<boolean>`coalesce(${sessions.codeConfirmedAt} > now() - ${CONFIRMATION_LIFETIME}, false)`,
      hasCodes: sql<boolean>`exists (select from ${secondFactors}
        where ${secondFactors.accountId} = ${id} and ${secondFactors.secret} is not null)`,
    })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.accountId, id), isNull(sessions.endedAt)));
  const fields = {
    ...(!gave?.password && { [CONFIRM_FIELD]: [PASSWORD_REQUEST] }),
    ...(code && gave?.hasCodes && !gave.code && { [CONFIRM_CODE_FIELD]: [CODE_REQUEST] }),
  };
  const [message] = Object.values(fields).flat();
  if (message) throw new PortalError("invalid", message, { fields });
}

/** Whether the session has confirmed its password within the last ten minutes. */
export async function hasConfirmation(ctx: Ctx): Promise<boolean> {
  try {
    await requireConfirmation(ctx);
    return true;
  } catch (error) {
    if (error instanceof PortalError && error.code === "invalid") return false;
    throw error;
  }
}

/** Checks the account's password, with the attempt limits of signing in. @throws invalid or rate_limited, at `field` */
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
