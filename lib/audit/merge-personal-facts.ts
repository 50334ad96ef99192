import { getTableColumns, sql } from "drizzle-orm";
import { audit, auditPersonal, type PersonalFacts } from "#db/schema/audit";
import { formatTime } from "#lib/core/time/time";

/** The stored fields of a record that may contain personal data. */
interface StoredRecord {
  reason: string | null;
  before: unknown;
  after: unknown;
  /** The personal facts, stored separately; null where there are none, or where they were erased. */
  facts: PersonalFacts | null;
  erasedAt: Date | null;
}

/** Columns of a record with its personal facts, for a query with `personalFactsJoin`. */
export const auditRecordColumns = {
  ...getTableColumns(audit),
  facts: auditPersonal.facts,
  erasedAt: auditPersonal.erasedAt,
};

/** Joins a record's personal facts, which are stored separately. */
export const personalFactsJoin = sql`${auditPersonal.auditId} = ${audit.id}`;

/** Merges the personal facts into their record; where they were erased, it contains the time. */
export function mergePersonalFacts<R extends StoredRecord>(
  record: R,
): Omit<R, "facts" | "erasedAt"> & Pick<StoredRecord, "reason" | "before" | "after"> {
  const { facts, erasedAt, ...rest } = record;
  const erased = erasedAt ? { personalFacts: `erased ${formatTime(erasedAt)}` } : undefined;
  return {
    ...rest,
    reason: facts?.reason ?? rest.reason,
    before: mergeFacts(rest.before, facts?.before),
    after: mergeFacts(rest.after, facts?.after ?? erased),
  };
}

function mergeFacts(stored: unknown, facts: Record<string, unknown> | undefined): unknown {
  if (!facts) return stored;
  return { ...facts, ...(typeof stored === "object" && stored !== null ? stored : {}) };
}
