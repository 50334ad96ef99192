import { type SQL, sql } from "drizzle-orm";
import { actorName, type Ctx } from "#lib/core/context";

interface AuditRows {
  action: string | SQL;
  subject: string;
  subjectId: SQL;
  resellerId: SQL;
  journalId: SQL;
  reason: SQL;
  before: SQL;
  after: SQL;
  /** The rows to write a record for: what stands behind FROM. */
  from: SQL;
}

/** `record` as a part of a larger statement: the INSERT that a CTE of its caller runs. */
export function recordRows(ctx: Ctx, rows: AuditRows): SQL {
  return sql`insert into audit (actor, address, action, subject, subject_id, reseller_id, journal_id, reason, before, after)
    select ${actorName(ctx.actor)}, ${ctx.address ?? null}, ${rows.action}, ${rows.subject}, ${rows.subjectId},
      ${rows.resellerId}, ${rows.journalId}, ${rows.reason}, ${rows.before}, ${rows.after}
    from ${rows.from}`;
}
