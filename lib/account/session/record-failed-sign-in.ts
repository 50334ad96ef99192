import { and, eq, gt, sql } from "drizzle-orm";
import { audit } from "#db/schema/audit";
import { recordAudit } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";

/**
 * Records a failed sign-in of an admin; the attempt limits bound their number. The caller doesn't wait, so
 * that the response time reveals nothing about the email.
 */
export function recordFailedSignIn(ctx: Ctx, { id, role }: { id: number; role: string }): void {
  if (role !== "admin") return;
  recordAudit(ctx, failedSignInRecord(id)).catch(logRecordFailure);
}

/** Records a failed passkey of an admin, once in ten minutes: those without a challenge cost no attempt. */
export function recordFailedPasskey(
  ctx: Ctx,
  { id, role, passkey }: { id: number; role: string; passkey: number },
): void {
  if (role !== "admin") return;
  const note = async () => {
    const recent = await ctx.db.$count(
      audit,
      and(
        eq(audit.subject, "account"),
        eq(audit.subjectId, String(id)),
        eq(audit.action, "session.rejected"),
        sql`${audit.after} ? 'passkey'`,
        gt(audit.at, sql`now() - interval '10 minutes'`),
      ),
    );
    if (recent === 0) await recordAudit(ctx, { ...failedSignInRecord(id), after: { passkey } });
  };
  note().catch(logRecordFailure);
}

const failedSignInRecord = (id: number) => ({
  action: "session.rejected",
  subject: "account",
  subjectId: id,
});

const logRecordFailure = (error: unknown) => log.error("sign_in.not_recorded", { error });
