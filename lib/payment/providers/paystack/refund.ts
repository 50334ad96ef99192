import { z } from "zod";
import { CurrencyCode, Identifier, MinorUnits, toJsonNumber } from "#lib/payment/providers/exact-json";
import {
  PaymentUnclear,
  type Provider,
  type ProviderRefund,
  throwAsUnclear,
} from "#lib/payment/providers/provider";
import { EachRow, isReadable } from "#lib/payment/providers/read-all-pages";
import { NAME, type PaystackClient, requireNumericId, unwrapResponse } from "./client.ts";

const STATE_BY_STATUS = {
  pending: "pending",
  processing: "pending",
  processed: "done",
  failed: "failed",
  "needs-attention": "attention",
} as const;

const RefundBody = z.object({
  id: Identifier,
  status: z.enum(Object.keys(STATE_BY_STATUS) as (keyof typeof STATE_BY_STATUS)[]),
  amount: MinorUnits,
  currency: CurrencyCode,
  merchant_note: z.string().nullish(),
});

export const refund =
  ({ call }: PaystackClient): Provider["refund"] =>
  async ({ transaction, amount, currency, key, reason }) => {
    const query = new URLSearchParams({ transaction: requireNumericId(transaction), perPage: "100" });
    const before = await call("GET", `/refund?${query}`);
    const all = await unwrapResponse(EachRow(RefundBody), before).catch(throwAsUnclear);
    const existing = all.filter(isReadable).find((row) => row.merchant_note === key);
    if (existing) return toProviderRefund(existing, before.raw);
    // One that can't be read may be this one.
    if (!all.every(isReadable)) throw new PaymentUnclear(NAME, "a refund of the payment is unreadable");
    const request = {
      transaction,
      amount: toJsonNumber(String(amount)),
      currency,
      customer_note: reason,
      merchant_note: key,
    };
    const response = await call("POST", "/refund", request);
    return toProviderRefund(await unwrapResponse(RefundBody, response), response.raw);
  };

export const getRefund =
  ({ call }: PaystackClient): Provider["getRefund"] =>
  async (id) => {
    const response = await call("GET", `/refund/${requireNumericId(id)}`);
    return toProviderRefund(await unwrapResponse(RefundBody, response), response.raw);
  };

function toProviderRefund(
  { id, status, amount, currency }: z.output<typeof RefundBody>,
  raw: string,
): ProviderRefund {
  return { id, state: STATE_BY_STATUS[status], amount, currency, raw };
}
