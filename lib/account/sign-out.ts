import { inTransaction } from "#db/client";
import { record } from "#lib/audit/record";
import { type Ctx, requirePerson } from "#lib/core/context";
import { closeSessions } from "./session.ts";

/** Ends the session that acts, and with it every copy of its cookie. Ending it again is no error. */
export async function signOut(ctx: Ctx): Promise<void> {
  const { id, kind, sessionId } = requirePerson(ctx);
  await inTransaction(ctx, async (tx) => {
    const ended = await closeSessions(tx, id, { only: sessionId });
    if (ended.length === 0) return;
    await record(tx, {
      action: "session.ended",
      subject: "session",
      subjectId: sessionId,
      resellerId: kind === "reseller" ? id : undefined,
    });
  });
}
