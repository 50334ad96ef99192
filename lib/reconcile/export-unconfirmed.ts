import { type Ctx, requireAdmin } from "#lib/core/context";
import { csv } from "#lib/core/csv";
import { decimalText } from "#lib/core/money";
import { allPages } from "#lib/core/page";
import { listUnconfirmed, type UnconfirmedFilter } from "./list-unconfirmed.ts";
import type { UnconfirmedView } from "./view.ts";

const CHUNK = 500;

const HEADER = [
  ...["ident", "reseller", "network", "plan", "number", "price", "cost", "sent", "given up", "decide by"],
  ...["overdue", "note", "looks", "why", "proposed", "proposed by"],
];

/** Every purchase that waits for a decision and that a filter finds, as CSV, streamed. Admins only. */
export function exportUnconfirmed(ctx: Ctx, filter: UnconfirmedFilter): AsyncGenerator<string> {
  requireAdmin(ctx);
  return csv(
    HEADER,
    allPages((after) => listUnconfirmed(ctx, { ...filter, after }, CHUNK), cells),
  );
}

function cells(one: UnconfirmedView) {
  const { ident, reseller, networkName, label, phone, price, cost, sentAt, answeredAt, suggestion } = one;
  return [
    ...[ident, reseller.name, networkName, label, phone, decimalText(price), decimalText(cost)],
    ...[sentAt, answeredAt, one.decidedBy, one.overdue ? "yes" : "no", one.note],
    ...[suggestion.outcome, suggestion.words, one.proposal?.outcome ?? null, one.proposal?.by ?? null],
  ];
}
