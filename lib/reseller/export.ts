import type { ListResellersInput } from "#lib/account/reseller/list";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { csv } from "#lib/core/csv";
import { decimalText } from "#lib/core/money";
import { allPages } from "#lib/core/page";
import { list, type ResellerLine } from "./list.ts";

const HEADER = [
  "id",
  "name",
  "e-mail",
  "level",
  "state",
  "balance",
  "held",
  "today",
  "30 days",
  "daily limit",
  "last seen",
  "since",
];
const CHUNK = 500;

/** All resellers that a filter finds, as CSV, streamed. Admins only. */
export function exportResellers(ctx: Ctx, filter: ListResellersInput): AsyncGenerator<string> {
  requireAdmin(ctx);
  return csv(
    HEADER,
    allPages((after) => list(ctx, { ...filter, after, before: undefined }, CHUNK), cells),
  );
}

function cells(line: ResellerLine) {
  const money = [line.wallet, line.held, line.today, line.month].map((minor) => decimalText(minor));
  const limit = line.dailyLimit === null ? null : decimalText(line.dailyLimit);
  return [
    line.id,
    line.name,
    line.email,
    line.level,
    line.state,
    ...money,
    limit,
    line.seenAt,
    line.createdAt,
  ];
}
