import { and, eq, gt, sql } from "drizzle-orm";
import { audit } from "#db/schema/audit";
import { record } from "#lib/audit/record";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";

/**
 * Puts on record that somebody was refused at an admin's sign-in. There are no more of them than there are tries. Nobody
 * waits for it: the time of the answer does not tell whose e-mail it was.
 */
export function noteRefusedSignIn(ctx: Ctx, { id, role }: { id: number; role: string }): void {
  if (role !== "admin") return;
  record(ctx, about(id)).catch(notRecorded);
}

/** The same of one of their passkeys: answers that nothing asked for cost no try, so it is noted once in ten minutes. */
export function noteRefusedPasskey(
  ctx: Ctx,
  { id, role, passkey }: { id: number; role: string; passkey: number },
): void {
  if (role !== "admin") return;
  const note = async () => {
    const lately = await ctx.db.$count(
      audit,
      and(
        eq(audit.subject, "account"),
        eq(audit.subjectId, String(id)),
        eq(audit.action, "session.refused"),
        sql`${audit.after} ? 'passkey'`,
        gt(audit.at, sql`now() - interval '10 minutes'`),
      ),
    );
    if (lately === 0) await record(ctx, { ...about(id), after: { passkey } });
  };
  note().catch(notRecorded);
}

const about = (id: number) => ({ action: "session.refused", subject: "account", subjectId: id });

const notRecorded = (error: unknown) => log.error("sign-in.not-recorded", { error });
