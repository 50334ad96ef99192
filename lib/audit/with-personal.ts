import { getTableColumns, sql } from "drizzle-orm";
import { audit, auditPersonal, type PersonalFacts } from "#db/schema/audit";
import { sayTime } from "#lib/core/time";

/** The parts of a record that may say something of a person, as it is stored. */
interface Stored {
  reason: string | null;
  before: unknown;
  after: unknown;
  /** What was put apart when it was written; null where there was nothing, or where it was erased. */
  facts: PersonalFacts | null;
  erasedAt: Date | null;
}

/** A record's columns, with what was put apart: for a query that joins `apart()`. */
export const recordColumns = {
  ...getTableColumns(audit),
  facts: auditPersonal.facts,
  erasedAt: auditPersonal.erasedAt,
};

/** Where what was put apart from a record is found. */
export const apart = sql`${auditPersonal.auditId} = ${audit.id}`;

/** A record as it was written; one whose personal facts were erased says since when instead. */
export function withPersonal<R extends Stored>(
  record: R,
): Omit<R, "facts" | "erasedAt"> & Pick<Stored, "reason" | "before" | "after"> {
  const { facts, erasedAt, ...rest } = record;
  const erased = erasedAt ? { personalFacts: `erased ${sayTime(erasedAt)}` } : undefined;
  return {
    ...rest,
    reason: facts?.reason ?? rest.reason,
    before: joined(rest.before, facts?.before),
    after: joined(rest.after, facts?.after ?? erased),
  };
}

function joined(kept: unknown, facts: Record<string, unknown> | undefined): unknown {
  if (!facts) return kept;
  return { ...facts, ...(typeof kept === "object" && kept !== null ? kept : {}) };
}
