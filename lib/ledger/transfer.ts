import { type SQL, sql } from "drizzle-orm";
import { type AuditActor, selectActorName } from "#lib/audit/record-audit";

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
  upgrade: ["wallet", "funding"],
  referral: ["funding", "wallet"],
  referral_reversal: ["wallet", "funding"],
} as const;

/** Transfers that may take more than the wallet has. */
const LOWERS_FLOOR: readonly Transfer[] = ["claw_back", "charge_back", "referral_reversal"];

export type Transfer = keyof typeof TRANSFERS;

/** The kind under which a transfer is recorded: what undoes an earlier entry is a correction either way. */
const toJournalKind = (transfer: Transfer) => (transfer.startsWith("correct_") ? "correction" : transfer);

/**
 * Builds the SET clause that transfers `amount` in a row of `wallets`. Money that comes in raises the
 * wallet's floor with it, up to 0; a clawback, a chargeback and a reversed reward lower it, as does
 * `refund_order` in the database.
 */
export function transferBalances(transfer: Transfer, amount: SQL): SQL {
  const [from, to] = getTransferSides(transfer);
  const moved = sql`${from} = wallets.${from} - ${amount}, ${to} = wallets.${to} + ${amount}`;
  if (TRANSFERS[transfer][1] === "wallet")
    return sql`${moved}, floor = least(0, greatest(wallets.floor, wallets.wallet + ${amount}))`;
  if (LOWERS_FLOOR.includes(transfer))
    return sql`${moved}, floor = least(wallets.floor, wallets.wallet - ${amount})`;
  return moved;
}

/** The RETURNING list that `writeTransfer` reads: `reseller_id`, `from_balance` and `to_balance` after the transfer. */
export function transferredBalances(transfer: Transfer): SQL {
  const [from, to] = getTransferSides(transfer);
  return sql`wallets.reseller_id, wallets.${from} as from_balance, wallets.${to} as to_balance`;
}

function getTransferSides(transfer: Transfer) {
  const [from, to] = TRANSFERS[transfer];
  return [sql.identifier(from), sql.identifier(to)] as const;
}

/**
 * The CTEs that write transfers of many purchases down: `from` names the rows (reseller_id, purchase_id,
 * amount, from_balance, to_balance), and `journal` the CTE of their journals (id, reseller_id, purchase_id).
 */
export function writeTransfers(
  by: AuditActor,
  transfer: Transfer,
  { from, journal }: Pick<TransferRows, "from" | "journal">,
): SQL {
  const [source, target] = TRANSFERS[transfer];
  return sql`${journal} as (
      insert into journals (reseller_id, kind, purchase_id, actor)
      select reseller_id, ${toJournalKind(transfer)}, purchase_id, ${selectActorName(by)} from ${from} order by purchase_id
      returning id, reseller_id, purchase_id
    ), posted as (
      insert into entries (journal_id, reseller_id, account, amount, balance)
      select j.id, j.reseller_id, side.account, side.amount, side.balance
      from ${journal} j join ${from} moves on moves.purchase_id = j.purchase_id
      cross join lateral (values
        (${source}, -moves.amount, moves.from_balance),
        (${target}, moves.amount, moves.to_balance)
      ) as side (account, amount, balance)
      order by j.id
    )`;
}

interface TransferRows {
  /** The name of the CTE whose rows have reseller_id, from_balance, to_balance. */
  from: SQL;
  /** The name that the CTE of the journal gets. */
  journal: SQL;
  amount: SQL;
  purchaseId?: SQL;
  reason?: SQL;
  reversesId?: SQL;
  /** The ref of the form that adjusts a wallet. */
  ref?: SQL;
}

interface TransferSource extends Omit<TransferRows, "from"> {
  /** The name of the CTE whose rows have `reseller_id` and the column `amount`. */
  of: SQL;
  /** The name that the CTE of the changed wallets gets. */
  moved: SQL;
  /** A further SET clause. */
  set?: SQL | undefined;
}

/** The CTEs that transfer money in the wallets of the rows of another CTE, and write it down as `writeTransfer` does. */
export function transferInWallets(
  by: AuditActor,
  transfer: Transfer,
  { of, moved, set, ...rows }: TransferSource,
): SQL {
  const amount = sql`${of}.${rows.amount}`;
  return sql`${moved} as (
      update wallets set ${transferBalances(transfer, amount)}${set ? sql`, ${set}` : sql``}
      from ${of} where wallets.reseller_id = ${of}.reseller_id
      returning ${transferredBalances(transfer)}, ${amount}
    ), ${writeTransfer(by, transfer, { ...rows, from: moved })}`;
}

/**
 * The CTEs that write a transfer down: one journal (id, reseller_id), under the name that it is given, and
 * two entries that sum to zero, each with the balance after it.
 */
export function writeTransfer(by: AuditActor, transfer: Transfer, rows: TransferRows): SQL {
  const [from, to] = TRANSFERS[transfer];
  return sql`${rows.journal} as (
      insert into journals (reseller_id, kind, purchase_id, reverses_id, reason, actor${rows.ref ? sql`, ref` : sql``})
      select reseller_id, ${toJournalKind(transfer)}, ${rows.purchaseId ?? sql`null::bigint`},
        ${rows.reversesId ?? sql`null::bigint`}, ${rows.reason ?? sql`null::text`}, ${selectActorName(by)}${rows.ref ? sql`, ${rows.ref}` : sql``}
      from ${rows.from} returning id, reseller_id
    ), posted as (
      insert into entries (journal_id, reseller_id, account, amount, balance)
      select j.id, j.reseller_id, side.account, side.amount, side.balance
      from ${rows.journal} j cross join (select * from ${rows.from}) moves
      cross join lateral (values
        (${from}, -(${rows.amount}), from_balance),
        (${to}, ${rows.amount}, to_balance)
      ) as side (account, amount, balance)
    )`;
}
