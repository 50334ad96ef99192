import { inArray } from "drizzle-orm";
import { purchases } from "#db/schema/purchase";
import type { Ctx } from "#lib/core/context";
import { csv } from "#lib/core/csv";
import { decimalText } from "#lib/core/money";
import { allPages, type Page } from "#lib/core/page";
import { groupedPhone } from "#lib/core/phone";
import { ENTRY_WORDS } from "#lib/ledger/entry-words";
import { type EntryView, type StatementInput, statement } from "#lib/ledger/statement";
import { walletOwner } from "#lib/ledger/wallet";

/** A line of a statement with the purchase that it is about, if one. */
export interface StatementLine extends EntryView {
  purchase: { ident: string; what: string; phone: string } | null;
}

/** `statement` of the ledger, each line with what was bought. One's own; for admins a reseller's. */
export async function walletStatement(
  ctx: Ctx,
  input: StatementInput,
  size?: number,
): Promise<Page<StatementLine>> {
  const page = await statement(ctx, input, size);
  const bought = await boughtBy(
    ctx,
    page.rows.flatMap(({ purchaseId }) => purchaseId ?? []),
  );
  const rows = page.rows.map((entry) => ({ ...entry, purchase: bought.get(entry.purchaseId ?? 0) ?? null }));
  return { ...page, rows };
}

async function boughtBy(ctx: Ctx, ids: number[]) {
  if (ids.length === 0) return new Map<number, NonNullable<StatementLine["purchase"]>>();
  const { id, ident, networkName, size, volume, phone } = purchases;
  const rows = await ctx.db
    .select({ id, ident, networkName, size, volume, phone })
    .from(purchases)
    .where(inArray(id, [...new Set(ids)]));
  return new Map(
    rows.map(({ id, ident, networkName, size, volume, phone }) => [
      id,
      { ident, what: `${networkName} ${size} ${volume}`, phone: groupedPhone(phone) },
    ]),
  );
}

const HEADER = ["when", "entry", "what", "amount", "balance after", "reason", "reference", "plan", "number"];
const CHUNK = 1_000;

/** Everything that a statement's filter finds, as CSV, streamed: one's own, for admins a reseller's. */
export function statementCsv(ctx: Ctx, filter: StatementInput): AsyncGenerator<string> {
  walletOwner(ctx, filter.resellerId);
  return csv(
    HEADER,
    allPages((after) => walletStatement(ctx, { ...filter, after, before: undefined }, CHUNK), cells),
  );
}

function cells({ at, journalId, kind, amount, balance, reason, purchase }: StatementLine) {
  const { ident = null, what: plan = null, phone = null } = purchase ?? {};
  return [
    at,
    journalId,
    ENTRY_WORDS[kind],
    decimalText(amount),
    decimalText(balance),
    reason,
    ident,
    plan,
    phone,
  ];
}
