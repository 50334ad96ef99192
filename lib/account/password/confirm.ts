import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { sessions } from "#db/schema/account";
import { type Ctx, requirePerson } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { Password } from "../fields.ts";
import { type OwnAccount, ownAccount } from "../own-account.ts";
import { accountBucket, forgiveTry, takeTry } from "../throttle.ts";
import { verifyPassword } from "./hash.ts";

/** The field in which forms ask for the password once more. */
export const CONFIRM_FIELD = "confirmPassword";
/** How long that holds, in the session that gave it. */
const HOLDS = sql`interval '10 minutes'`;

export const ConfirmPasswordInput = z.object({ [CONFIRM_FIELD]: Password });
export type ConfirmPasswordInput = z.infer<typeof ConfirmPasswordInput>;

/**
 * Notes that whoever acts has given their password just now: for ten minutes this session may do what asks for it.
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
 * For what lets others in or moves where money goes: a session that somebody copied or found open is not enough, it has
 * to have given the password lately. The operator's own commands have none.
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
  if (!confirmed) throw atField(CONFIRM_FIELD, "Type your password once more. Then it is done.");
}

/**
 * Whether `password` is the account's, with as many tries as signing in has.
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
    throw atField(field, "This is not the password you have now.");
  await forgiveTry(ctx, bucket);
}

function atField(field: string, words: string): PortalError {
  return new PortalError("invalid", words, { fields: { [field]: [words] } });
}
