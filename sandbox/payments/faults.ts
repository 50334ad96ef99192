import { z } from "zod";

/** What may go wrong with one answer of the interface. `lost` and `hang` do what was asked, and `slow` answers when released. */
const answers = [
  "hang",
  "lost",
  "slow",
  "cut",
  "server-error",
  "redirect",
  "not-json",
  "huge",
  "unauthorized",
] as const;
const notices = [
  "twice",
  "late",
  "never",
  "reordered",
  "before-redirect",
  "wrong-signature",
  "other-amount",
  "other-currency",
] as const;
const payments = ["pending", "pending-then-failed", "pending-then-paid"] as const;
const settlements = [
  "settled-never",
  "settled-less",
  "settled-fee",
  "settled-currency",
  "settled-twice",
  "settled-unknown",
] as const;
const payouts = ["paid-out-less"] as const;
const refunds = ["attention", "refund-failed", "refund-done"] as const;

export type NoticeFault = (typeof notices)[number];

const kinds = {
  answer: answers,
  notice: notices,
  payment: payments,
  refund: refunds,
  settlement: settlements,
  payout: payouts,
};

/** A fault for the next thing of its kind, at one provider or any, at one route or any. */
export const FaultOrder = z.strictObject({
  provider: z.enum(["paystack", "monnify", "flutterwave"]).optional(),
  /** Of the interface: `start`, `verify`, `refund`, … */
  route: z.string().optional(),
  fault: z.enum([...answers, ...notices, ...payments, ...refunds, ...settlements, ...payouts]).optional(),
  /** This very text instead of the true answer; what was asked is done. */
  text: z.string().optional(),
  status: z.int().optional(),
  times: z.int().default(1),
});
export type FaultOrder = z.infer<typeof FaultOrder>;

/** The ordered faults: the first that fits is used up. */
export class FaultList {
  private ordered: FaultOrder[] = [];

  order(order: FaultOrder) {
    this.ordered.push(order);
  }

  /** The fault for this thing, if one is ordered. */
  take<K extends keyof typeof kinds>(kind: K, provider: string, route?: string): FaultOrder | null {
    const of: readonly string[] = kinds[kind];
    const found = this.ordered.find(
      (one) =>
        (one.fault === undefined ? kind === "answer" : of.includes(one.fault)) &&
        (one.provider ?? provider) === provider &&
        (one.route ?? route) === route,
    );
    if (!found) return null;
    found.times -= 1;
    if (found.times <= 0) this.ordered = this.ordered.filter((one) => one !== found);
    return found;
  }
}
