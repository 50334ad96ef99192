/** One change of the account's balance, in minor units; `at` in ms. */
export interface WalletMove {
  at: number;
  reason: "purchase" | "refund" | "top-up" | "other-spender" | "set";
  amountMinor: bigint;
  beforeMinor: bigint;
  afterMinor: bigint;
  transactionId: number | null;
}

/** The operator's account at the service: one balance, and every movement. */
export class SandboxWallet {
  balanceMinor: bigint;
  readonly moves: WalletMove[] = [];

  constructor(startMinor: bigint) {
    this.balanceMinor = startMinor;
  }

  /** Adds `amountMinor` (negative to take) and returns the move. May go below zero. */
  move(reason: WalletMove["reason"], amountMinor: bigint, transactionId: number | null = null): WalletMove {
    const beforeMinor = this.balanceMinor;
    this.balanceMinor += amountMinor;
    const move: WalletMove = {
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
