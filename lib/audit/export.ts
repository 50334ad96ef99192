import { type Ctx, requireAdmin } from "#lib/core/context";
import { csv } from "#lib/core/csv";
import type { AuditFilter } from "./filter.ts";
import { list, type RecordView } from "./list.ts";

const CHUNK = 1_000;

const HEADER = [
  ...["number", "when", "actor", "name", "address", "action", "subject", "id", "reseller", "journal"],
  ...["reason", "before", "after"],
];

/** Every record that a filter finds, as CSV, streamed. Admins only. */
export function exportCsv(ctx: Ctx, filter: AuditFilter): AsyncGenerator<string> {
  requireAdmin(ctx);
  return csv(HEADER, each(ctx, filter));
}

async function* each(ctx: Ctx, filter: AuditFilter) {
  let after: number | undefined;
  do {
    const { rows, next } = await list(ctx, { ...filter, after }, CHUNK);
    for (const row of rows) yield cells(row);
    after = next === null ? undefined : Number(next);
  } while (after !== undefined);
}

function cells({ id, at, actor, who, address, action, subject, subjectId, ...rest }: RecordView) {
  const { resellerId, journalId, reason, before, after } = rest;
  return [
    ...[id, at, actor, who, address, action, subject, subjectId, resellerId, journalId],
    ...[reason, json(before), json(after)],
  ];
}

const json = (facts: unknown) => (facts === null || facts === undefined ? null : JSON.stringify(facts));
