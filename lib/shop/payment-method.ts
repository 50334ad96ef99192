import { z } from "zod";

const requiredText = (what: string, max = 60) =>
  z.string(`Enter ${what}.`).trim().min(1, `Enter ${what}.`).max(max, `Use at most ${max} characters.`);

/** A payment method of a shop. The shop receives the money and confirms it. */
export const ShopPaymentMethod = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("bank"),
    bank: requiredText("the bank's name"),
    accountName: requiredText("the name on the account"),
    accountNumber: requiredText("the account number", 34),
  }),
  z.object({
    kind: z.literal("mobile_money"),
    provider: requiredText("the service's name"),
    accountName: requiredText("the name on the account"),
    accountNumber: requiredText("the number", 34),
  }),
  z.object({ kind: z.literal("cash"), where: requiredText("where and when to pay", 160) }),
]);
export type ShopPaymentMethod = z.infer<typeof ShopPaymentMethod>;

/** The payment methods of a shop, at most one of each kind. */
export const ShopPaymentMethods = z.array(ShopPaymentMethod).max(3);

/** The same for a shop that takes orders, which needs at least one. */
export const RequiredPaymentMethods = ShopPaymentMethods.min(1, "Choose at least one payment method.");
