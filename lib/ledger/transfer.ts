import { type SQL, sql } from "drizzle-orm";
import { type By, nameOf } from "#lib/audit/record";

/** Every transfer: from which of a reseller's four balances to which. */
export const TRANSFERS = {
  credit: ["funding", "wallet"],
  debit: ["wallet", "funding"],
  claw_back: ["wallet", "funding"],
  payment: ["funding", "wallet"],
  refund: ["wallet", "funding"],
  charge_back: ["wallet", "funding"],
  charge_back_won: ["funding", "wallet"],
  hold: ["wallet", "held"],
  settle: ["held", "sales"],
  release: ["held", "wallet"],
  reversal: ["sales", "wallet"],
  correct_credit: ["wallet", "funding"],
  correct_debit: ["funding", "wallet"],
} as const;

export type Transfer = keyof typeof TRANSFERS;

/** The kind under which a transfer is written down: what undoes an earlier entry is a correction either way. */
const kindOf = (transfer: Transfer) => (transfer.startsWith("correct_") ? "correction" : transfer);

/**
 * The SET clause that transfers `amount` in a row of `wallets`. Money that comes into a wallet raises its floor with
 * it, up to 0; a claw-back and a charge-back lower it, and in the database the refund of an order (`refund_order`).
 */
export function transferBalances(transfer: Transfer, amount: SQL): SQL {
  const [from, to] = sides(transfer);
  const moved = sql`${from} = wallets.${from} - ${amount}, ${to} = wallets.${to} + ${amount}`;
  if (TRANSFERS[transfer][1] === "wallet")
    return sql`${moved}, floor = least(0, greatest(wallets.floor, wallets.wallet + ${amount}))`;
  if (transfer === "claw_back" || transfer === "charge_back")
    return sql`${moved}, floor = least(wallets.floor, wallets.wallet - ${amount})`;
  return moved;
}

/** The RETURNING list that `writeTransfer` reads: both balances after it. */
export function transferredBalances(transfer: Transfer): SQL {
  const [from, to] = sides(transfer);
  return sql`wallets.reseller_id, wallets.${from} as from_balance, wallets.${to} as to_balance`;
}

function sides(transfer: Transfer) {
  const [from, to] = TRANSFERS[transfer];
  return [sql.identifier(from), sql.identifier(to)] as const;
}

/**
 * `writeTransfer` for many purchases at once: `from` has a row for each (reseller_id, purchase_id, amount, and both
 * balances after it), and each has a journal of its own; `journal` knows its purchase_id.
 */
export function writeTransfers(by: By, transfer: Transfer, from: SQL): SQL {
  const [source, target] = TRANSFERS[transfer];
  return sql`journal as (
      insert into journals (reseller_id, kind, purchase_id, actor)
      select reseller_id, ${kindOf(transfer)}, purchase_id, ${nameOf(by)} from ${from} order by purchase_id
      returning id, reseller_id, purchase_id
    ), posted as (
      insert into entries (journal_id, reseller_id, account, amount, balance)
      select journal.id, journal.reseller_id, side.account, side.amount, side.balance
      from journal join ${from} moves on moves.purchase_id = journal.purchase_id
      cross join lateral (values
        (${source}, -moves.amount, moves.from_balance),
        (${target}, moves.amount, moves.to_balance)
      ) as side (account, amount, balance)
      order by journal.id
    )`;
}

interface Written {
  /** What stands behind FROM: rows with reseller_id, from_balance, to_balance. */
  from: SQL;
  amount: SQL;
  purchaseId: SQL;
  reason: SQL;
  reversesId?: SQL;
}

/**
 * The CTEs `journal` (id, reseller_id) and `posted` that write a transfer down: one journal, two entries that
 * sum to zero, each with the balance after it.
 */
export function writeTransfer(by: By, transfer: Transfer, rows: Written): SQL {
  const [from, to] = TRANSFERS[transfer];
  return sql`journal as (
      insert into journals (reseller_id, kind, purchase_id, reverses_id, reason, actor)
      select reseller_id, ${kindOf(transfer)}, ${rows.purchaseId}, ${rows.reversesId ?? sql`null::bigint`}, ${rows.reason},
        ${nameOf(by)}
      from ${rows.from} returning id, reseller_id
    ), posted as (
      insert into entries (journal_id, reseller_id, account, amount, balance)
      select journal.id, journal.reseller_id, side.account, side.amount, side.balance
      from journal cross join (select * from ${rows.from}) moves
      cross join lateral (values
        (${from}, -(${rows.amount}), from_balance),
        (${to}, ${rows.amount}, to_balance)
      ) as side (account, amount, balance)
    )`;
}
