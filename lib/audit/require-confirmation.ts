import { and, eq, isNull, sql } from "drizzle-orm";
import { secondFactors } from "#db/schema/access";
import { sessions } from "#db/schema/account";
import { type Ctx, requireSelf } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { CODE_REQUEST, PASSWORD_REQUEST } from "./confirmation-texts.ts";

/** The form field of the repeated password. */
export const CONFIRM_FIELD = "confirmPassword";
/** The form field of the code, where an action needs both. */
export const CONFIRM_CODE_FIELD = "confirmCode";
const CONFIRMATION_LIFETIME = sql`interval '10 minutes'`;

/**
 * Requires the session to have confirmed its password within the last ten minutes, and, with `code`, a code
 * where the account has a second factor: a stolen session must not grant access or redirect money. The
 * operator's commands need none.
 * @throws invalid, at `confirmPassword` and `confirmCode`
 */
export async function requireConfirmation(ctx: Ctx, { code = false } = {}): Promise<void> {
  if (ctx.actor.kind === "system") return;
  const { id, sessionId } = requireSelf(ctx);
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
