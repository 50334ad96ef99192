import type { Minor } from "#lib/core/money";
import type { Sample } from "./sample-purchases.ts";

type Account = "wallet" | "held" | "sales" | "funding";

/** Which account gives, and which takes. */
const SIDES = {
  credit: ["funding", "wallet"],
  hold: ["wallet", "held"],
  settle: ["held", "sales"],
  release: ["held", "wallet"],
  reversal: ["sales", "wallet"],
} as const satisfies Record<string, readonly [Account, Account]>;

/** One journal of the sample's books; its entries follow from its kind. */
export interface Move {
  resellerId: number;
  kind: keyof typeof SIDES;
  /** Its place among the purchases, from 1; null for money that came in. */
  purchase: number | null;
  amount: Minor;
  at: Date;
}

export interface Posting {
  journal: number;
  resellerId: number;
  account: Account;
  amount: Minor;
  balance: Minor;
}

const REVERSED_AFTER_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** What resellers pay in at once, or multiples of it: 20,000.00. */
const FUNDING = 2_000_000n;

/** All moves of money that the purchases bring with them, oldest first; money comes in whenever it would not suffice. */
export function movesOf(samples: readonly Sample[]): Move[] {
  const moves: Move[] = [];
  const left = new Map<number, Minor>();
  for (const [index, { seller, price, placedAt, settledAt, ending }] of samples.entries()) {
    const of = { resellerId: seller.id, purchase: index + 1, amount: price };
    const wallet = left.get(seller.id) ?? 0n;
    const amount = wallet < price ? FUNDING * (1n + price / FUNDING) : 0n;
    const at = new Date(placedAt.getTime() - 20 * MINUTE_MS);
    if (amount > 0n) moves.push({ ...of, kind: "credit", purchase: null, amount, at });
    left.set(seller.id, wallet + amount - price);
    moves.push({ ...of, kind: "hold", at: placedAt });
    if (ending === "unknown") continue;
    const back = ending === "failed" || ending === "cancelled";
    moves.push({ ...of, kind: back ? "release" : "settle", at: settledAt });
    if (ending === "reversed") moves.push({ ...of, kind: "reversal", at: reversedAt(settledAt) });
  }
  return moves.sort((a, b) => a.at.getTime() - b.at.getTime());
}

export const reversedAt = (settledAt: Date) => new Date(settledAt.getTime() + REVERSED_AFTER_MS);

/** The two entries of each move with the balances that they leave; journals are numbered from 1. */
export function postingsOf(moves: readonly Move[]): Posting[] {
  const balances = new Map<string, Minor>();
  return moves.flatMap(({ resellerId, kind, amount }, index) =>
    SIDES[kind].map((account, side): Posting => {
      const moved = side === 0 ? -amount : amount;
      const name = `${resellerId} ${account}`;
      const balance = (balances.get(name) ?? 0n) + moved;
      balances.set(name, balance);
      return { journal: index + 1, resellerId, account, amount: moved, balance };
    }),
  );
}
