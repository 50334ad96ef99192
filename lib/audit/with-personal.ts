import { getTableColumns, sql } from "drizzle-orm";
import { audit, auditPersonal, type PersonalFacts } from "#db/schema/audit";
import { sayTime } from "#lib/core/time";

/** The parts of a record that may say something of a person, as it is stored. */
interface Stored {
  reason: string | null;
  before: unknown;
  after: unknown;
  /** The personal facts, which are stored apart; null where there were none, or where they were erased. */
  facts: PersonalFacts | null;
  erasedAt: Date | null;
}

/** A record's columns with its personal facts, for a query that joins `auditPersonal` on `apart`. */
export const recordColumns = {
  ...getTableColumns(audit),
  facts: auditPersonal.facts,
  erasedAt: auditPersonal.erasedAt,
};

/** The condition that joins a record's personal facts, which are stored apart. */
export const apart = sql`${auditPersonal.auditId} = ${audit.id}`;

/** The record as it was written; where its personal facts were erased it says when. */
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
