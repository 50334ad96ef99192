import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { secondFactors } from "#db/schema/access";
import { sessions } from "#db/schema/account";
import { type Ctx, requirePerson } from "#lib/core/context";
import { invalid, PortalError } from "#lib/core/error";
import { Password } from "../fields.ts";
import { type OwnAccount, ownAccount } from "../own-account.ts";
import { accountBucket, forgiveTry, takeTry } from "../throttle.ts";
import { Code, refuseCode, takeCode } from "../two-factor/code.ts";
import { verifyPassword } from "./hash.ts";

/** The field in which forms ask for the password once more. */
export const CONFIRM_FIELD = "confirmPassword";
/** And in which they ask for a code, where what is done needs both. */
export const CONFIRM_CODE_FIELD = "confirmCode";
/** How long a confirmation holds, in the session that gave it. */
const HOLDS = sql`interval '10 minutes'`;

export const ConfirmPasswordInput = z.object({ [CONFIRM_FIELD]: Password });
export type ConfirmPasswordInput = z.infer<typeof ConfirmPasswordInput>;

/**
 * Notes that the acting session has just given its password: for ten minutes it may do what asks for that.
 * @throws invalid or rate_limited, at `confirmPassword`
 */
export async function confirmPassword(ctx: Ctx, input: ConfirmPasswordInput): Promise<void> {
  const { id, sessionId } = requirePerson(ctx);
  const { confirmPassword: password } = ConfirmPasswordInput.parse(input);
  await provePassword(ctx, await ownAccount(ctx), password, CONFIRM_FIELD);
  await ctx.db
    .update(sessions)
    .set({ confirmedAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), eq(sessions.accountId, id), isNull(sessions.endedAt)));
}

export const ConfirmCodeInput = z.object({ [CONFIRM_CODE_FIELD]: Code });
export type ConfirmCodeInput = z.input<typeof ConfirmCodeInput>;

/**
 * Notes that the acting session has just given a code of its account's second factor, which is used up by that.
 * @throws invalid or rate_limited, at `confirmCode`
 */
export async function confirmCode(ctx: Ctx, input: ConfirmCodeInput): Promise<void> {
  const { id, kind, sessionId } = requirePerson(ctx);
  const { confirmCode: code } = ConfirmCodeInput.parse(input);
  const bucket = accountBucket(`code again of ${id}`);
  await takeTry(ctx, [bucket], CONFIRM_CODE_FIELD);
  const tried = await inTransaction(ctx, async (tx) => {
    const came = await takeCode(tx, { id, role: kind }, code);
    if (came !== "right") return came;
    await forgiveTry(tx, bucket);
    await tx.db
      .update(sessions)
      .set({ codeConfirmedAt: sql`now()` })
      .where(and(eq(sessions.id, sessionId), eq(sessions.accountId, id), isNull(sessions.endedAt)));
    return came;
  });
  if (tried !== "right") throw refuseCode(tried, CONFIRM_CODE_FIELD);
}

/**
 * Asked by what lets others in or changes where money goes: a session that somebody copied or found open is not enough,
 * it must have given the password within the last ten minutes; and a code, where `code` says so and the account has a
 * second factor. The operator's own commands need none.
 * @throws invalid, at `confirmPassword` and `confirmCode`
 */
export async function requireConfirmed(ctx: Ctx, { code = false } = {}): Promise<void> {
  if (ctx.actor.kind === "system") return;
  const { id, sessionId } = requirePerson(ctx);
  const [gave] = await ctx.db
    .select({
      password: sql<boolean>`coalesce(${sessions.confirmedAt} > now() - ${HOLDS}, false)`,
      code: sql<boolean>`coalesce(${sessions.codeConfirmedAt} > now() - ${HOLDS}, false)`,
      hasCodes: sql<boolean>`exists (select from ${secondFactors}
        where ${secondFactors.accountId} = ${id} and ${secondFactors.secret} is not null)`,
    })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.accountId, id), isNull(sessions.endedAt)));
  const asked = {
    ...(!gave?.password && { [CONFIRM_FIELD]: ["Type your password once more. Then it is done."] }),
    ...(code && gave?.hasCodes && !gave.code && { [CONFIRM_CODE_FIELD]: ["And a code of your app."] }),
  };
  const [words] = Object.values(asked).flat();
  if (words) throw new PortalError("invalid", words, { fields: asked });
}

/** Whether the session has given its password within the last ten minutes: for what a page shows. */
export async function hasConfirmed(ctx: Ctx): Promise<boolean> {
  try {
    await requireConfirmed(ctx);
    return true;
  } catch (error) {
    if (error instanceof PortalError && error.code === "invalid") return false;
    throw error;
  }
}

/**
 * Checks that `password` is the account's, with as many tries as signing in has.
 * @throws invalid or rate_limited, at `field`
 */
export async function provePassword(
  ctx: Ctx,
  { id, passwordHash }: OwnAccount,
  password: string,
  field: string,
): Promise<void> {
  const bucket = accountBucket(`password of ${id}`);
  await takeTry(ctx, [bucket], field);
  if (!(await verifyPassword(password, passwordHash)))
    throw invalid(field, "This is not the password you have now.");
  await forgiveTry(ctx, bucket);
}
