import { z } from "zod";
import { inTransaction } from "#db/client";
import { record } from "#lib/audit/record";
import { type Ctx, requirePerson } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { closeSessions } from "./session.ts";

export const EndSessionsInput = z.object({
  /** The id of one session, or all but the one that acts. */
  which: z.union([z.literal("others"), z.coerce.number().int().positive()]),
});
export type EndSessionsInput = z.infer<typeof EndSessionsInput>;

/** Ends one of one's own sessions, or all others. Returns how many. @throws not_found for anyone else's. */
export async function endSessions(ctx: Ctx, input: EndSessionsInput): Promise<number> {
  const { id, kind, sessionId } = requirePerson(ctx);
  const { which } = EndSessionsInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const ended = await closeSessions(tx, id, which === "others" ? { except: sessionId } : { only: which });
    if (which !== "others" && ended.length === 0) throw notFound("session");
    for (const subjectId of ended) {
      await record(tx, {
        action: "session.ended",
        subject: "session",
        subjectId,
        resellerId: kind === "reseller" ? id : undefined,
      });
    }
    return ended.length;
  });
}
