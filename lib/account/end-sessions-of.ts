import { z } from "zod";
import { inTransaction } from "#db/client";
import { record } from "#lib/audit/record";
import { Id } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { closeSessions } from "./session.ts";

export const EndSessionsOfInput = z.object({
  resellerId: Id,
  /** One session, or all. */
  sessionId: Id.optional(),
  reason: Reason,
});
export type EndSessionsOfInput = z.infer<typeof EndSessionsOfInput>;

/** Signs a reseller out of one device, or of all. Admins only. @returns of how many. @throws conflict when of none */
export async function endSessionsOf(ctx: Ctx, input: EndSessionsOfInput): Promise<number> {
  requireAdmin(ctx);
  const { resellerId, sessionId, reason } = EndSessionsOfInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const ended = await closeSessions(tx, resellerId, sessionId === undefined ? {} : { only: sessionId });
    if (ended.length === 0) throw new PortalError("conflict", "No device is signed in any more.");
    await record(tx, {
      action: "account.sessions_ended",
      subject: "account",
      subjectId: resellerId,
      resellerId,
      reason,
      before: { sessions: ended },
      after: { sessions: [] },
    });
    return ended.length;
  });
}
