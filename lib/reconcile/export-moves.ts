import { type Ctx, requireAdmin } from "#lib/core/context";
import { csv } from "#lib/core/csv";
import { decimalText } from "#lib/core/money";
import { allPages } from "#lib/core/page";
import { listMoves } from "./list-moves.ts";

const CHUNK = 500;

/** Every recorded move of the upstream's balance as CSV, streamed. Admins only. */
export function exportMoves(ctx: Ctx): AsyncGenerator<string> {
  requireAdmin(ctx);
  return csv(
    ["number", "recorded", "amount", "earliest", "latest", "reason", "by"],
    allPages(
      (after) => listMoves(ctx, { after }, CHUNK),
      ({ id, at, amount, earliest, latest, reason, who }) => [
        ...[id, at, decimalText(amount), earliest, latest, reason, who],
      ],
    ),
  );
}
