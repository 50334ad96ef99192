import { z } from "zod";
import {
  CurrencyCode,
  Identifier,
  MinorFee,
  MinorUnits,
  OptionalTimestamp,
} from "#lib/payment/providers/exact-json";
import type { PaymentMethod, VerifiedPayment } from "#lib/payment/providers/provider";

const STATE_BY_STATUS = {
  success: "paid",
  failed: "failed",
  reversed: "reversed",
  // Not paid yet: the payer may come back to the page.
  abandoned: "pending",
  ongoing: "pending",
  pending: "pending",
  processing: "pending",
  queued: "pending",
} as const;

export const TransactionBody = z.object({
  id: Identifier,
  status: z.enum(Object.keys(STATE_BY_STATUS) as (keyof typeof STATE_BY_STATUS)[]),
  reference: Identifier,
  amount: MinorUnits,
  fees: MinorFee.nullish(),
  currency: CurrencyCode,
  paid_at: OptionalTimestamp,
  channel: z.string().nullish(),
  authorization: z.object({ receiver_bank_account_number: z.string().nullish() }).nullish(),
});

const METHOD_BY_CHANNEL: Record<string, PaymentMethod> = {
  card: "card",
  bank_transfer: "transfer",
  dedicated_nuban: "transfer",
  ussd: "ussd",
};
const DEDICATED_ACCOUNT_CHANNEL = "dedicated_nuban";

export function toVerifiedPayment(body: z.output<typeof TransactionBody>, raw: string): VerifiedPayment {
  const state = STATE_BY_STATUS[body.status];
  const moved = state === "paid" || state === "reversed";
  const isTransfer = body.channel === DEDICATED_ACCOUNT_CHANNEL;
  return {
    state,
    transaction: body.id,
    reference: isTransfer ? null : body.reference,
    amount: moved ? body.amount : 0n,
    fee: moved ? (body.fees ?? null) : null,
    currency: body.currency,
    paidAt: moved ? body.paid_at : null,
    method: METHOD_BY_CHANNEL[body.channel ?? ""] ?? null,
    account: isTransfer ? (body.authorization?.receiver_bank_account_number ?? null) : null,
    owner: null,
    raw,
  };
}
