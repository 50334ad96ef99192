import { z } from "zod";
import {
  CurrencyCode,
  DecimalAmount,
  DecimalFee,
  Identifier,
  OptionalTimestamp,
} from "#lib/payment/providers/exact-json";
import { type PaymentMethod, PaymentUnclear, type VerifiedPayment } from "#lib/payment/providers/provider";
import { EachRow, isReadable } from "#lib/payment/providers/read-all-pages";
import { DEDICATED_ACCOUNT_PREFIX, type FlutterwaveClient, NAME, unwrapResponse } from "./client.ts";

const STATE_BY_STATUS = {
  succeeded: "paid",
  pending: "pending",
  failed: "failed",
  voided: "failed",
  cancelled: "failed",
} as const;

export const FeesBody = z.array(z.object({ amount: DecimalFee }));

export const ChargeBody = z.object({
  id: Identifier,
  reference: Identifier,
  status: z.enum(Object.keys(STATE_BY_STATUS) as (keyof typeof STATE_BY_STATUS)[]),
  amount: DecimalAmount,
  fees: FeesBody.nullish(),
  currency: CurrencyCode,
  created_datetime: OptionalTimestamp,
  disputed: z.boolean().nullish(),
  payment_method_details: z.object({ type: z.string() }).nullish(),
});

/** Lists the charges under a reference; empty until the payer tries to pay. */
export async function listCharges(
  { get }: FlutterwaveClient,
  reference: string,
  more: Record<string, string> = {},
) {
  const response = await get(`/charges?${new URLSearchParams({ reference, ...more })}`);
  const charges = unwrapResponse(EachRow(ChargeBody), response);
  if (charges.filter(isReadable).some((row) => row.reference !== reference))
    throw new PaymentUnclear(NAME, "its response is about another payment");
  return { charges, raw: response.raw };
}

const METHOD_BY_CODE: Record<string, PaymentMethod> = {
  card: "card",
  bank_transfer: "transfer",
  ussd: "ussd",
};

export function toVerifiedPayment(body: z.output<typeof ChargeBody>, raw: string): VerifiedPayment {
  // A disputed charge is the payer's bank's again, until the dispute is won.
  const state = body.disputed && body.status === "succeeded" ? "reversed" : STATE_BY_STATUS[body.status];
  const moved = state === "paid" || state === "reversed";
  const isTransfer = body.reference.startsWith(DEDICATED_ACCOUNT_PREFIX);
  return {
    state,
    transaction: body.id,
    reference: isTransfer ? null : body.reference,
    amount: moved ? body.amount : 0n,
    fee: moved && body.fees ? sumFees(body.fees) : null,
    currency: body.currency,
    paidAt: moved ? body.created_datetime : null,
    method: METHOD_BY_CODE[body.payment_method_details?.type ?? ""] ?? null,
    account: null,
    owner: isTransfer ? body.reference.slice(DEDICATED_ACCOUNT_PREFIX.length) : null,
    raw,
  };
}

export function sumFees(fees: z.output<typeof FeesBody>) {
  return fees.reduce((sum, { amount }) => sum + amount, 0n);
}
