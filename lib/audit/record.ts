import { is, SQL, sql } from "drizzle-orm";
import { audit } from "#db/schema/audit";
import { type Actor, actorName, type Ctx } from "#lib/core/context";

export interface AuditInput {
  /** What was done, in the field's words: "wallet.credited", "reseller.level". */
  action: string;
  /** What it was done to: a kind, and the id that people know it by. */
  subject: string;
  subjectId: string | number;
  /** The reseller whom it concerns, if one. */
  resellerId?: number | undefined;
  /** The journal that moved the money, where money moved. */
  journalId?: number | undefined;
  reason?: string | undefined;
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
}

/** Writes who did what, with before and after, in the transaction of the change itself. Never pass secrets. */
export async function record(ctx: Ctx, input: AuditInput): Promise<void> {
  const { subjectId, before, after, ...rest } = input;
  await ctx.db.insert(audit).values({
    ...rest,
    actor: actorName(ctx.actor),
    address: ctx.address,
    subjectId: String(subjectId),
    before: jsonSafe(before),
    after: jsonSafe(after),
  });
}

function jsonSafe(facts: Record<string, unknown> | undefined): unknown {
  if (!facts) return undefined;
  return JSON.parse(
    JSON.stringify(facts, (_key, value) => (typeof value === "bigint" ? String(value) : value)),
  );
}

interface AuditRows {
  action: string | SQL;
  subject: string;
  subjectId: SQL;
  resellerId: SQL;
  journalId: SQL;
  reason: SQL;
  before: SQL;
  after: SQL;
  /** The rows to write a record for, as they stand after FROM. */
  from: SQL;
}

/** Who acts: a context, or values that a prepared statement is given when it runs. */
export interface By {
  actor: Actor | SQL;
  address?: string | SQL | undefined;
}

/** The name of whoever acts, for a statement. */
export const nameOf = ({ actor }: By): SQL => (is(actor, SQL) ? actor : sql`${actorName(actor)}`);

/** `record` as the INSERT of a larger statement, where its caller runs it as a CTE. */
export function recordRows(by: By, rows: AuditRows): SQL {
  return sql`insert into audit (actor, address, action, subject, subject_id, reseller_id, journal_id, reason, before, after)
    select ${nameOf(by)}, ${by.address ?? null}, ${rows.action}, ${rows.subject}, ${rows.subjectId},
      ${rows.resellerId}, ${rows.journalId}, ${rows.reason}, ${rows.before}, ${rows.after}
    from ${rows.from}`;
}
