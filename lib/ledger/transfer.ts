import { type SQL, sql } from "drizzle-orm";
import { type AuditActor, selectActorName } from "#lib/audit/record-audit";

/** Every transfer: from which of a reseller's five balances to which. */
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
  message: ["wallet", "funding"],
  advance: ["advanced", "wallet"],
  advance_closed: ["held", "advanced"],
  advance_repaid: ["wallet", "advanced"],
  advance_waived: ["funding", "advanced"],
  // A parent's part of what an agent paid: the operator's sales are what the parent would have paid.
  commission: ["sales", "wallet"],
  commission_reversal: ["wallet", "sales"],
  // Between wallets, each side in its own.
  send: ["wallet", "funding"],
  receive: ["funding", "wallet"],
} as const;

export type Transfer = keyof typeof TRANSFERS;

/** The kind under which a transfer is recorded: what undoes an earlier entry is a correction either way. */
const toJournalKind = (transfer: Transfer) => (transfer.startsWith("correct_") ? "correction" : transfer);

/** Builds the SET clause that transfers `amount` in a row of `wallets`, and sets the wallet's floor by it. */
export function transferBalances(transfer: Transfer, amount: SQL): SQL {
  const [from, to] = getTransferSides(transfer);
  const moved = sql`${from} = wallets.${from} - ${amount}, ${to} = wallets.${to} + ${amount}`;
  const [source, target] = TRANSFERS[transfer];
  if (source !== "wallet" && target !== "wallet") return moved;
  const wallet = sql`wallets.wallet ${target === "wallet" ? sql`+` : sql`-`} ${amount}`;
  return sql`${moved}, floor = floor_after(${transfer}, ${target}, wallets.floor, ${wallet})`;
}

/** The RETURNING list for `writeTransfers`: `reseller_id`, and after the transfer both balances. */
export function transferredBalances(transfer: Transfer): SQL {
  const [from, to] = getTransferSides(transfer);
  return sql`wallets.reseller_id, wallets.${from} as from_balance, wallets.${to} as to_balance`;
}

function getTransferSides(transfer: Transfer) {
  const [from, to] = TRANSFERS[transfer];
  return [sql.identifier(from), sql.identifier(to)] as const;
}

interface WalletChange {
  /** The name of the CTE whose rows have `reseller_id` and the column `amount`. */
  of: SQL;
  amount: SQL;
  /** A further SET clause. */
  set?: SQL | undefined;
}

/** Builds the UPDATE that transfers money in the wallets of a CTE's rows, for `writeTransfers`. */
export function updateWallets(transfer: Transfer, { of, amount, set }: WalletChange): SQL {
  const money = sql`${of}.${amount}`;
  return sql`update wallets
    set ${transferBalances(transfer, money)}${set ? sql`, ${set}` : sql``}
    from ${of}
    where wallets.reseller_id = ${of}.reseller_id
    returning ${transferredBalances(transfer)}, ${money}`;
}

interface TransferRows {
  /** The name of the CTE whose rows have reseller_id, from_balance, to_balance. */
  from: SQL;
  amount: SQL;
  purchaseId?: SQL;
  reason?: SQL;
  reversesId?: SQL;
  /** The ref of the form that adjusts a wallet. */
  ref?: SQL;
}

const NOTHING = sql`null`;

/**
 * Builds the INSERT that writes transfers into the ledger, in the order of `from`. It returns the `id` of
 * each journal with its reseller_id and purchase_id.
 */
export function writeTransfers(by: AuditActor, transfer: Transfer, rows: TransferRows): SQL {
  const [from, to] = TRANSFERS[transfer];
  const { purchaseId = NOTHING, reversesId = NOTHING, reason = NOTHING, ref = NOTHING } = rows;
  return sql`insert into transfers (
      reseller_id, kind, from_account, to_account, amount, from_balance, to_balance,
      purchase_id, reverses_id, reason, ref, actor
    )
    select
      reseller_id, ${toJournalKind(transfer)}, ${from}, ${to}, ${rows.amount}, from_balance, to_balance,
      ${purchaseId}, ${reversesId}, ${reason}, ${ref}, ${selectActorName(by)}
    from ${rows.from}
    returning id, reseller_id, purchase_id`;
}
