import { z } from "zod";
import {
  CurrencyCode,
  DecimalAmount,
  Identifier,
  OptionalTimestamp,
} from "#lib/payment/providers/exact-json";
import type { PaymentMethod, VerifiedPayment } from "#lib/payment/providers/provider";

const STATE_BY_STATUS = {
  PAID: "paid",
  OVERPAID: "paid",
  PARTIALLY_PAID: "paid",
  PENDING: "pending",
  // Not paid yet: the payer may come back to the page.
  ABANDONED: "pending",
  FAILED: "failed",
  CANCELLED: "failed",
  USER_CANCELLED: "failed",
  EXPIRED: "failed",
  REVERSED: "reversed",
} as const;

export const TransactionBody = z
  .object({
    transactionReference: Identifier,
    paymentReference: Identifier,
    paymentStatus: z.enum(Object.keys(STATE_BY_STATUS) as (keyof typeof STATE_BY_STATUS)[]),
    amountPaid: DecimalAmount.nullish(),
    settlementAmount: DecimalAmount.nullish(),
    currency: CurrencyCode,
    paidOn: OptionalTimestamp,
    paymentMethod: z.string().nullish(),
    product: z.object({ type: z.string(), reference: Identifier }).nullish(),
    destinationAccountInformation: z.object({ accountNumber: z.string().nullish() }).nullish(),
  })
  .refine(
    ({ paymentStatus, amountPaid }) =>
      typeof amountPaid === "bigint" || STATE_BY_STATUS[paymentStatus] !== "paid",
    {
      path: ["amountPaid"],
    },
  );

const METHOD_BY_CODE: Record<string, PaymentMethod> = {
  CARD: "card",
  ACCOUNT_TRANSFER: "transfer",
  USSD: "ussd",
};
export const DEDICATED_ACCOUNT_CODE = "RESERVED_ACCOUNT";

export function toVerifiedPayment(body: z.output<typeof TransactionBody>, raw: string): VerifiedPayment {
  const state = STATE_BY_STATUS[body.paymentStatus];
  const moved = state === "paid" || state === "reversed";
  const isTransfer = body.product?.type === DEDICATED_ACCOUNT_CODE;
  const amount = moved ? (body.amountPaid ?? 0n) : 0n;
  const { settlementAmount } = body;
  return {
    state,
    transaction: body.transactionReference,
    reference: isTransfer ? null : body.paymentReference,
    amount,
    fee:
      moved && typeof settlementAmount === "bigint" && settlementAmount <= amount
        ? amount - settlementAmount
        : null,
    currency: body.currency,
    paidAt: moved ? body.paidOn : null,
    method: METHOD_BY_CODE[body.paymentMethod ?? ""] ?? null,
    account: isTransfer ? (body.destinationAccountInformation?.accountNumber ?? null) : null,
    owner: isTransfer ? (body.product?.reference ?? null) : null,
    raw,
  };
}
