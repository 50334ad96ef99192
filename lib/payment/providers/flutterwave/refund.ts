import { z } from "zod";
import { formatDecimal } from "#lib/core/money/money";
import { DecimalAmount, Identifier, toJsonNumber } from "#lib/payment/providers/exact-json";
import { type Provider, throwAsUnclear } from "#lib/payment/providers/provider";
import { type FlutterwaveClient, unwrapResponse } from "./client.ts";

const STATE_BY_STATUS = {
  new: "pending",
  pending: "pending",
  processing: "pending",
  succeeded: "done",
  completed: "done",
  failed: "failed",
} as const;

const RefundBody = z.object({
  id: Identifier,
  status: z.enum(Object.keys(STATE_BY_STATUS) as (keyof typeof STATE_BY_STATUS)[]),
  amount_refunded: DecimalAmount,
});

export const refund =
  (client: FlutterwaveClient): Provider["refund"] =>
  async ({ transaction, amount, currency, key }) => {
    const request = {
      charge_id: transaction,
      amount: toJsonNumber(formatDecimal(amount, currency)),
      reason: "requested_by_customer",
      meta: { key },
    };
    const { id } = unwrapResponse(RefundBody, await client.post("/refunds", request, `refund-${key}`));
    // A second response to the same key is the first one again, so that the state has to be asked for.
    return getRefund(client)(id).catch(throwAsUnclear);
  };

export const getRefund =
  ({ get }: FlutterwaveClient): Provider["getRefund"] =>
  async (id) => {
    const response = await get(`/refunds/${encodeURIComponent(id)}`);
    const body = unwrapResponse(RefundBody, response);
    // Refunds name no currency, and only naira is refunded.
    return {
      id: body.id,
      state: STATE_BY_STATUS[body.status],
      amount: body.amount_refunded,
      currency: "NGN",
      raw: response.raw,
    };
  };
