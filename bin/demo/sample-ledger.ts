import type { Minor } from "#lib/core/money/money";
import type { SamplePurchase } from "./sample-purchases.ts";

type WalletAccount = "wallet" | "held" | "sales" | "funding";

/** The debited and the credited account of each kind. */
const JOURNAL_SIDES = {
  credit: ["funding", "wallet"],
  hold: ["wallet", "held"],
  settle: ["held", "sales"],
  release: ["held", "wallet"],
  reversal: ["sales", "wallet"],
} as const satisfies Record<string, readonly [WalletAccount, WalletAccount]>;

/** One journal of the sample ledger; its entries follow from its kind. */
export interface SampleJournal {
  resellerId: number;
  kind: keyof typeof JOURNAL_SIDES;
  /** The purchase's number, from 1; null for funding. */
  purchase: number | null;
  amount: Minor;
  at: Date;
}

export interface SampleEntry {
  journal: number;
  resellerId: number;
  account: WalletAccount;
  amount: Minor;
  balance: Minor;
}

const REVERSED_AFTER_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Resellers fund their wallets with multiples of 20,000.00. */
const FUNDING_STEP = 2_000_000n;

/** Builds the purchases' movements of money, oldest first; wallets are funded whenever they fall short. */
export function buildJournals(samples: readonly SamplePurchase[]): SampleJournal[] {
  const moves: SampleJournal[] = [];
  const left = new Map<number, Minor>();
  for (const [index, { seller, price, placedAt, settledAt, ending }] of samples.entries()) {
    const of = { resellerId: seller.id, purchase: index + 1, amount: price };
    const wallet = left.get(seller.id) ?? 0n;
    const amount = wallet < price ? FUNDING_STEP * (1n + price / FUNDING_STEP) : 0n;
    const at = new Date(placedAt.getTime() - 20 * MINUTE_MS);
    if (amount > 0n) moves.push({ ...of, kind: "credit", purchase: null, amount, at });
    left.set(seller.id, wallet + amount - price);
    moves.push({ ...of, kind: "hold", at: placedAt });
    if (ending === "unknown") continue;
    const back = ending === "failed" || ending === "cancelled";
    moves.push({ ...of, kind: back ? "release" : "settle", at: settledAt });
    if (ending === "reversed") moves.push({ ...of, kind: "reversal", at: reversalTime(settledAt) });
  }
  return moves.sort((a, b) => a.at.getTime() - b.at.getTime());
}

export const reversalTime = (settledAt: Date) => new Date(settledAt.getTime() + REVERSED_AFTER_MS);

/** Builds the two entries of each movement with their balances; journals are numbered from 1. */
export function buildEntries(moves: readonly SampleJournal[]): SampleEntry[] {
  const balances = new Map<string, Minor>();
  return moves.flatMap(({ resellerId, kind, amount }, index) =>
    JOURNAL_SIDES[kind].map((account, side): SampleEntry => {
      const moved = side === 0 ? -amount : amount;
      const name = `${resellerId} ${account}`;
      const balance = (balances.get(name) ?? 0n) + moved;
      balances.set(name, balance);
      return { journal: index + 1, resellerId, account, amount: moved, balance };
    }),
  );
}
