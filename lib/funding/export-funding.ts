import { type Ctx, requireAdmin } from "#lib/core/context";
import { csv } from "#lib/core/csv";
import { decimalText } from "#lib/core/money";
import { allPages } from "#lib/core/page";
import { type AskedFunding, type FundingFilter, listFunding } from "./list-pending.ts";

const CHUNK = 500;

const HEADER = [
  ...[
    "number",
    "asked",
    "reseller id",
    "reseller",
    "amount",
    "bank reference",
    "state",
    "decided",
    "by",
    "reason",
  ],
];

/** Every funding request that a filter finds, as CSV, streamed. Admins only. */
export function exportFunding(ctx: Ctx, filter: FundingFilter): AsyncGenerator<string> {
  requireAdmin(ctx);
  return csv(
    HEADER,
    allPages((after) => listFunding(ctx, { ...filter, after }, CHUNK), cells),
  );
}

function cells({ id, askedAt, reseller, amount, bankReference, state, ...end }: AskedFunding) {
  return [
    ...[id, askedAt, reseller.id, reseller.name, decimalText(amount), bankReference, state],
    ...[end.decidedAt, end.decidedBy, end.reason],
  ];
}
