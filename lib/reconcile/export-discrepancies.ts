import { type Ctx, requireAdmin } from "#lib/core/context";
import { csv } from "#lib/core/csv";
import { decimalText } from "#lib/core/money";
import { allPages } from "#lib/core/page";
import { type DiscrepancyFilter, listDiscrepancies } from "./list-discrepancies.ts";
import type { DiscrepancyView } from "./view.ts";

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
