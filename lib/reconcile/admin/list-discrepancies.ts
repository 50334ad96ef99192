import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { actorNames } from "#lib/audit/actor-names";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { csv } from "#lib/core/csv";
import { decimalText } from "#lib/core/money";
import { allPages, Cursor, type Page, pageConditions, pageOrder, toPage, where } from "#lib/core/page";
import { Words } from "#lib/core/words";
import type { DiscrepancyView } from "../view.ts";

const PAGE_SIZE = 50;

export const DISCREPANCY_KINDS = ["rise", "fall", "answer", "ident", "failed_charged", "decision"] as const;

/** The filters of the list, as they stand in an address; what makes no sense is left out. */
export const DiscrepancyFilter = z.object({
  kind: z.enum(DISCREPANCY_KINDS).optional().catch(undefined),
  /** What nobody has looked at yet is what one sees first. */
  state: z.enum(["open", "closed", "all"]).optional().catch(undefined),
  /** The ident of the purchase at which it was seen. */
  q: Words.min(1).max(100).optional().catch(undefined),
});
export type DiscrepancyFilter = z.infer<typeof DiscrepancyFilter>;

export const ListDiscrepanciesInput = DiscrepancyFilter.extend(Cursor.shape);
export type ListDiscrepanciesInput = z.infer<typeof ListDiscrepanciesInput>;

type Row = Record<"id" | "kind" | "detail" | "ident" | "seen_at", string> &
  Record<"amount" | "earliest" | "latest" | "closed_at" | "closed_by" | "reason", string | null>;

/** A page of what does not fit, newest first: what is open unless told otherwise. Admins only. */
export async function listDiscrepancies(
  ctx: Ctx,
  input: ListDiscrepanciesInput = {},
  size = PAGE_SIZE,
): Promise<Page<DiscrepancyView>> {
  requireAdmin(ctx);
  const rows = await ctx.db.execute<Row>(sql`
    select p.id, p.kind, p.detail, b.ident, p.amount, p.earliest, p.latest, p.seen_at, p.closed_at, p.closed_by, p.reason
    from discrepancies p join attempts a on a.id = p.attempt_id join purchases b on b.id = a.purchase_id
    ${where([...conditions(input), ...pageConditions(input)])} ${pageOrder(input, size)}`);
  const names = await actorNames(
    ctx,
    rows.flatMap(({ closed_by }) => closed_by ?? []),
  );
  return toPage(rows, input, size, (row) => viewOf(row, names));
}

function conditions({ kind, state = "open", q }: DiscrepancyFilter): SQL[] {
  return [
    ...(state === "open" ? [sql`p.closed_at is null`] : []),
    ...(state === "closed" ? [sql`p.closed_at is not null`] : []),
    ...(kind ? [sql`p.kind = ${kind}`] : []),
    ...(q ? [sql`b.ident = ${q.toUpperCase()}`] : []),
  ];
}

function viewOf(row: Row, names: ReadonlyMap<string, string>): DiscrepancyView {
  const date = (text: string | null) => (text === null ? null : new Date(text));
  return {
    id: Number(row.id),
    kind: row.kind as DiscrepancyView["kind"],
    detail: row.detail,
    ident: row.ident,
    amount: row.amount === null ? null : BigInt(row.amount),
    earliest: date(row.earliest),
    latest: date(row.latest),
    seenAt: new Date(row.seen_at),
    closedAt: date(row.closed_at),
    closedBy: row.closed_by === null ? null : (names.get(row.closed_by) ?? row.closed_by),
    reason: row.reason,
  };
}

const CHUNK = 500;

const HEADER = [
  ...[
    "number",
    "kind",
    "ident",
    "detail",
    "amount",
    "earliest",
    "latest",
    "seen",
    "closed",
    "closed by",
    "reason",
  ],
];

/** Everything that does not fit and that a filter finds, as CSV, streamed. Admins only. */
export function exportDiscrepancies(ctx: Ctx, filter: DiscrepancyFilter): AsyncGenerator<string> {
  requireAdmin(ctx);
  return csv(
    HEADER,
    allPages((after) => listDiscrepancies(ctx, { ...filter, after }, CHUNK), cells),
  );
}

function cells({ id, kind, ident, detail, amount, earliest, latest, seenAt, ...end }: DiscrepancyView) {
  const told = amount === null ? null : decimalText(amount);
  return [
    ...[id, kind, ident, detail, told, earliest, latest, seenAt],
    ...[end.closedAt, end.closedBy, end.reason],
  ];
}
