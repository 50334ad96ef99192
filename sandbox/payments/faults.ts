import { z } from "zod";

/** Faults of one API response. `lost` and `hang` execute the request, and `slow` responds when released. */
const RESPONSE_FAULTS = [
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
const WEBHOOK_FAULTS = [
  "twice",
  "late",
  "never",
  "reordered",
  "before-redirect",
  "wrong-signature",
  "other-amount",
  "other-currency",
] as const;
const PAYMENT_FAULTS = ["pending", "pending-then-failed", "pending-then-paid"] as const;
const SETTLEMENT_FAULTS = [
  "settled-never",
  "settled-less",
  "settled-fee",
  "settled-currency",
  "settled-twice",
  "settled-unknown",
] as const;
const PAYOUT_FAULTS = ["paid-out-less"] as const;
const REFUND_FAULTS = ["attention", "refund-failed", "refund-done"] as const;

export type WebhookFault = (typeof WEBHOOK_FAULTS)[number];

const FAULT_KINDS = {
  answer: RESPONSE_FAULTS,
  webhook: WEBHOOK_FAULTS,
  payment: PAYMENT_FAULTS,
  refund: REFUND_FAULTS,
  settlement: SETTLEMENT_FAULTS,
  payout: PAYOUT_FAULTS,
};

/** A fault for the next event of its kind, at one provider or any, at one route or any. */
export const PaymentFaultOrder = z.strictObject({
  provider: z.enum(["paystack", "monnify", "flutterwave"]).optional(),
  /** A route of the API: `start`, `verify`, `refund`, … */
  route: z.string().optional(),
  fault: z
    .enum([
      ...RESPONSE_FAULTS,
      ...WEBHOOK_FAULTS,
      ...PAYMENT_FAULTS,
      ...REFUND_FAULTS,
      ...SETTLEMENT_FAULTS,
      ...PAYOUT_FAULTS,
    ])
    .optional(),
  /** This text instead of the true response; the request is executed. */
  text: z.string().optional(),
  status: z.int().optional(),
  times: z.int().default(1),
});
export type PaymentFaultOrder = z.infer<typeof PaymentFaultOrder>;

/** The ordered faults: the first match is used up. */
export class PaymentFaultList {
  private ordered: PaymentFaultOrder[] = [];

  order(order: PaymentFaultOrder) {
    this.ordered.push(order);
  }

  /** The fault for this event, if one is ordered. */
  take<K extends keyof typeof FAULT_KINDS>(
    kind: K,
    provider: string,
    route?: string,
  ): PaymentFaultOrder | null {
    const of: readonly string[] = FAULT_KINDS[kind];
    const order = this.ordered.find(
      (candidate) =>
        (candidate.fault === undefined ? kind === "answer" : of.includes(candidate.fault)) &&
        (candidate.provider ?? provider) === provider &&
        (candidate.route ?? route) === route,
    );
    if (!order) return null;
    order.times -= 1;
    if (order.times <= 0) this.ordered = this.ordered.filter((waiting) => waiting !== order);
    return order;
  }
}
