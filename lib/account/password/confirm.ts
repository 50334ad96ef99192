import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { sessions } from "#db/schema/account";
import { type Ctx, requirePerson } from "#lib/core/context";
import { invalid } from "#lib/core/error";
import { Password } from "../fields.ts";
import { type OwnAccount, ownAccount } from "../own-account.ts";
import { accountBucket, forgiveTry, takeTry } from "../throttle.ts";
import { verifyPassword } from "./hash.ts";

/** The field in which forms ask for the password once more. */
export const CONFIRM_FIELD = "confirmPassword";
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

/**
 * Asked by what lets others in or changes where money goes: a session that somebody copied or found open is not enough,
 * it must have given the password within the last ten minutes. The operator's own commands need none.
 * @throws invalid, at `confirmPassword`
 */
export async function requireConfirmed(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind === "system") return;
  const { id, sessionId } = requirePerson(ctx);
  const [confirmed] = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.accountId, id),
        isNull(sessions.endedAt),
        gt(sessions.confirmedAt, sql`now() - ${HOLDS}`),
      ),
    );
  if (!confirmed) throw invalid(CONFIRM_FIELD, "Type your password once more. Then it is done.");
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
