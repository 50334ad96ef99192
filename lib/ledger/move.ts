import { type SQL, sql } from "drizzle-orm";
import { actorName, type Ctx } from "#lib/core/context";

/** Every way in which money moves: from which of a reseller's four balances to which. */
export const MOVES = {
  credit: ["funding", "wallet"],
  debit: ["wallet", "funding"],
  claw_back: ["wallet", "funding"],
  hold: ["wallet", "held"],
  settle: ["held", "sales"],
  release: ["held", "wallet"],
  reversal: ["sales", "wallet"],
  correct_credit: ["wallet", "funding"],
  correct_debit: ["funding", "wallet"],
} as const;

export type Move = keyof typeof MOVES;

/** The kind under which a move is written down: what undoes an earlier entry is a correction either way. */
const kindOf = (move: Move) => (move.startsWith("correct_") ? "correction" : move);

/**
 * The SET clause that moves `amount` in a row of `wallets`. Money that comes into a wallet raises its floor with
 * it, up to 0; only a claw-back lowers it.
 */
export function moveBalances(move: Move, amount: SQL): SQL {
  const [from, to] = sides(move);
  const moved = sql`${from} = wallets.${from} - ${amount}, ${to} = wallets.${to} + ${amount}`;
  if (MOVES[move][1] === "wallet")
    return sql`${moved}, floor = least(0, greatest(wallets.floor, wallets.wallet + ${amount}))`;
  if (move === "claw_back") return sql`${moved}, floor = least(wallets.floor, wallets.wallet - ${amount})`;
  return moved;
}

/** The RETURNING list that `writeMove` reads: both balances after the move. */
export function movedBalances(move: Move): SQL {
  const [from, to] = sides(move);
  return sql`wallets.reseller_id, wallets.${from} as from_balance, wallets.${to} as to_balance`;
}

function sides(move: Move) {
  const [from, to] = MOVES[move];
  return [sql.identifier(from), sql.identifier(to)] as const;
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
 * The CTEs `journal` (id, reseller_id) and `posted` that write a move down: one journal, two entries that
 * sum to zero, each with the balance after it.
 */
export function writeMove(ctx: Ctx, move: Move, rows: Written): SQL {
  const [from, to] = MOVES[move];
  return sql`journal as (
      insert into journals (reseller_id, kind, purchase_id, reverses_id, reason, actor)
      select reseller_id, ${kindOf(move)}, ${rows.purchaseId}, ${rows.reversesId ?? sql`null::bigint`}, ${rows.reason},
        ${actorName(ctx.actor)}
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
