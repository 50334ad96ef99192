import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordAuditRows } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import { invalidError, notFoundError, PortalError } from "#lib/core/error";
import { formatDecimal, formatMoney, type Minor } from "#lib/core/money/money";
import { int, minor, readRows } from "#lib/core/read-rows";
import { selectLockedWallets } from "#lib/ledger/lock-wallet";
import { transferBalances, transferredBalances, writeTransfers } from "#lib/ledger/transfer";
import { addSpending, spentToday } from "#lib/purchase/place/daily-spending";

interface Movement {
  fromId: number;
  toId: number;
  amount: Minor;
  /** Counts as spending of the sender's day, within the operator's limit, as a purchase does. */
  spends: boolean;
}

const Moved = z.object({ sendJournalId: int, receiveJournalId: int, balance: minor });

/**
 * Moves money from one wallet to another in one statement that locks both, each side with its journal and audit
 * record. Part of its caller's transaction, which records the journals.
 * @returns the sender's balance after it
 * @throws insufficient_funds (facts.missing); invalid at `amount` above the day's limit
 */
export async function moveMoney(
  ctx: Ctx,
  { fromId, toId, amount, spends }: Movement,
): Promise<z.output<typeof Moved>> {
  const sum = sql`${amount}::bigint`;
  const limit = sql`(select daily_limit from resellers where id = ${fromId})`;
  const [moved] = await readRows(ctx.db, Moved)`
    with locked as materialized (${selectLockedWallets(sql`${fromId}::bigint, ${toId}::bigint`)}),
    sent_moved as (
      update wallets
      set ${transferBalances("send", sum)}${spends ? sql`, ${addSpending(sum)}` : sql``}
      where reseller_id = ${fromId} and wallet >= ${sum} and (select count(*) from locked) = 2
        ${spends ? sql`and ${spentToday()} + ${sum} <= coalesce(${limit}, 9223372036854775807)` : sql``}
      returning ${transferredBalances("send")}
    ),
    received_moved as (
      update wallets
      set ${transferBalances("receive", sum)}
      where reseller_id = ${toId} and exists (select from sent_moved)
      returning ${transferredBalances("receive")}
    ),
    sent as (${writeTransfers(ctx, "send", { from: sql`sent_moved`, amount: sum })}),
    received as (${writeTransfers(ctx, "receive", { from: sql`received_moved`, amount: sum })}),
    sent_recorded as (${recordAuditRows(ctx, {
      action: "agent.money_sent",
      subject: "wallet",
      subjectId: sql`sent.reseller_id::text`,
      resellerId: sql`sent.reseller_id`,
      journalId: sql`sent.id`,
      after: sql`jsonb_build_object('amount', ${sum}::text, 'to', ${toId}::bigint)`,
      from: sql`sent`,
    })}),
    received_recorded as (${recordAuditRows(ctx, {
      action: "agent.money_received",
      subject: "wallet",
      subjectId: sql`received.reseller_id::text`,
      resellerId: sql`received.reseller_id`,
      journalId: sql`received.id`,
      after: sql`jsonb_build_object('amount', ${sum}::text, 'from', ${fromId}::bigint)`,
      from: sql`received`,
    })})
    select sent.id as send_journal_id, received.id as receive_journal_id, sent_moved.from_balance as balance
    from sent_moved
    cross join sent
    cross join received`;
  if (moved) return moved;
  const [row] = await readRows(ctx.db, z.object({ wallet: minor, spent: minor, limit: minor.nullable() }))`
    select wallet, ${spentToday()} as spent, ${limit} as limit from wallets where reseller_id = ${fromId}`;
  if (!row) throw notFoundError("wallet");
  if (row.wallet >= amount && row.limit !== null) {
    const message = `This would go over today’s limit of ${formatMoney(row.limit)}. You spent and sent ${formatMoney(row.spent)} today. No money moved.`;
    throw invalidError("amount", message);
  }
  const missing = amount - row.wallet;
  const message = `Your wallet is short by ${formatMoney(missing)}. No money moved.`;
  throw new PortalError("insufficient_funds", message, {
    fields: { amount: [message] },
    facts: { missing, amount: formatDecimal(missing) },
  });
}
