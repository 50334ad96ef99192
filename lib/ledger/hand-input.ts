import { z } from "zod";
import { Amount, Id } from "#lib/core/amount";
import { reason } from "#lib/core/reason";

/** Why money was moved by hand, in words that the reseller may read on the statement. */
export const Why = reason({ most: 300 });

/** What every move of money by hand asks for. */
export const HandInput = z.object({
  resellerId: Id,
  /** Minor units, or as it is typed. */
  amount: Amount,
  reason: Why,
  /** The last move by hand that the form knew of (`WalletView.seen`); the command line knows of none. */
  seen: z.coerce.number<string | number>().int().min(0).optional(),
});
export type HandInput = z.input<typeof HandInput>;

export interface HandMoved {
  /** The wallet after it, in minor units. */
  balance: bigint;
  journalId: number;
}
