/** One change of the account's balance, in minor units; `at` in ms. */
export interface Move {
  at: number;
  reason: "purchase" | "refund" | "top-up" | "other-spender" | "set";
  amountMinor: bigint;
  beforeMinor: bigint;
  afterMinor: bigint;
  transactionId: number | null;
}

/** The operator's account at the service: one balance, and every move that made it. */
export class Wallet {
  balanceMinor: bigint;
  readonly moves: Move[] = [];

  constructor(startMinor: bigint) {
    this.balanceMinor = startMinor;
  }

  /** Adds `amountMinor` (negative to take) and returns the move. May go below zero. */
  move(reason: Move["reason"], amountMinor: bigint, transactionId: number | null = null): Move {
    const beforeMinor = this.balanceMinor;
    this.balanceMinor += amountMinor;
    const move: Move = {
      at: Date.now(),
      reason,
      amountMinor,
      beforeMinor,
      afterMinor: this.balanceMinor,
      transactionId,
    };
    this.moves.push(move);
    return move;
  }
}
