import { z } from "zod";

const line = (what: string, max = 60) =>
  z.string(`Type ${what}.`).trim().min(1, `Type ${what}.`).max(max, `Use at most ${max} characters.`);

/**
 * A way to pay that a shop offers. The shop sees the money itself, and says that it is there.
 */
export const PaymentWay = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("bank"),
    bank: line("the bank's name"),
    accountName: line("the name on the account"),
    accountNumber: line("the account number", 34),
  }),
  z.object({
    kind: z.literal("mobile_money"),
    provider: line("the service's name"),
    accountName: line("the name on the account"),
    accountNumber: line("the number", 34),
  }),
  z.object({ kind: z.literal("cash"), where: line("where and when to pay", 160) }),
]);
export type PaymentWay = z.infer<typeof PaymentWay>;

/** The ways that a shop offers, at most one of each kind. */
export const PaymentWays = z.array(PaymentWay).max(3);

/** The same for a shop that takes orders: without one, nobody could pay. */
export const SomePaymentWays = PaymentWays.min(1, "Choose at least one way to pay.");
