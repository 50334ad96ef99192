import type { Ctx } from "#lib/core/context";
import { csv } from "#lib/core/csv";
import { decimalText } from "#lib/core/money";
import { allPages } from "#lib/core/page";
import { ENTRY_WORDS } from "#lib/ledger/entry-words";
import type { StatementInput } from "#lib/ledger/statement";
import { walletOwner } from "#lib/ledger/wallet";
import { type StatementLine, walletStatement } from "./wallet-statement.ts";

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
