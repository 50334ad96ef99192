import { is, SQL, sql } from "drizzle-orm";
import { audit } from "#db/schema/audit";
import { type Actor, type Ctx, formatActor } from "#lib/core/context";

export interface AuditInput {
  /** The action's code: "wallet.credited", "reseller.level". */
  action: string;
  /** The kind of subject, and the id shown to people. */
  subject: string;
  subjectId: string | number;
  resellerId?: number | undefined;
  /** The journal that moved the money, if any. */
  journalId?: number | undefined;
  reason?: string | undefined;
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
}

/** Records an action with its values before and after, in the change's transaction. Never pass secrets. */
export async function recordAudit(ctx: Ctx, input: AuditInput): Promise<void> {
  const { subjectId, before, after, ...rest } = input;
  await ctx.db.insert(audit).values({
    ...rest,
    actor: formatActor(ctx.actor),
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
  resellerId?: SQL;
  journalId?: SQL;
  reason?: SQL;
  before?: SQL;
  after: SQL;
  from: SQL;
}

/** The actor: a context, or parameters of a prepared statement. */
export interface AuditActor {
  actor: Actor | SQL;
  address?: string | SQL | undefined;
}

export const selectActorName = ({ actor }: AuditActor): SQL =>
  is(actor, SQL) ? actor : sql`${formatActor(actor)}`;

/** Builds `recordAudit` as an INSERT, for a CTE of a larger statement. */
export function recordAuditRows(by: AuditActor, rows: AuditRows): SQL {
  return sql`insert into audit (
      actor, address, action, subject, subject_id, reseller_id, journal_id, reason, before, after
    )
    select
      ${selectActorName(by)}, ${by.address ?? null}, ${rows.action}, ${rows.subject}, ${rows.subjectId},
      ${rows.resellerId ?? sql`null::bigint`}, ${rows.journalId ?? sql`null::bigint`},
      ${rows.reason ?? sql`null::text`}, ${rows.before ?? sql`null::jsonb`}, ${rows.after}
    from ${rows.from}`;
}
