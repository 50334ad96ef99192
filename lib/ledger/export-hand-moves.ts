import { type Ctx, requireAdmin } from "#lib/core/context";
import { csv } from "#lib/core/csv";
import { decimalText } from "#lib/core/money";
import { allPages } from "#lib/core/page";
import { type HandFilter, type HandMoveView, handMoves } from "./hand-moves.ts";

const CHUNK = 500;

const HEADER = ["entry", "at", "reseller id", "reseller", "kind", "amount", "balance", "by", "reason"];

/** Everything that was moved by hand and that a filter finds, as CSV, streamed. Admins only. */
export function exportHandMoves(ctx: Ctx, filter: HandFilter): AsyncGenerator<string> {
  requireAdmin(ctx);
  return csv(
    HEADER,
    allPages((after) => handMoves(ctx, { ...filter, after }, CHUNK), cells),
  );
}

function cells({ journalId, at, reseller, kind, amount, balance, who, reason }: HandMoveView) {
  return [
    ...[journalId, at, reseller.id, reseller.name, kind],
    ...[decimalText(amount), decimalText(balance), who, reason],
  ];
}
