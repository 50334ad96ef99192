import { z } from "zod";
import { formatDecimal } from "#lib/core/money/money";
import { DecimalAmount, Identifier, toJsonNumber } from "#lib/payment/providers/exact-json";
import {
  PaymentRejected,
  type Provider,
  type ProviderRefund,
  throwAsUnclear,
} from "#lib/payment/providers/provider";
import { isNotFound, type MonnifyClient, NAME, unwrapResponse } from "./client.ts";

const STATE_BY_STATUS = {
  PENDING: "pending",
  PROCESSING: "pending",
  IN_PROGRESS: "pending",
  COMPLETED: "done",
  FAILED: "failed",
} as const;

const RefundBody = z.object({
  refundReference: Identifier,
  refundStatus: z.enum(Object.keys(STATE_BY_STATUS) as (keyof typeof STATE_BY_STATUS)[]),
  refundAmount: DecimalAmount,
});

export const refund =
  (client: MonnifyClient): Provider["refund"] =>
  async ({ transaction: transactionReference, amount, currency, key, reason }) => {
    const existing = await findRefund(client, key).catch(throwAsUnclear);
    if (existing) return existing;
    const response = await client.call("POST", "/api/v1/refunds/initiate-refund", {
      transactionReference,
      refundReference: key,
      refundAmount: toJsonNumber(formatDecimal(amount, currency)),
      refundReason: reason.slice(0, 64),
      customerNote: reason.slice(0, 16),
    });
    return toProviderRefund(unwrapResponse(RefundBody, response), response.raw);
  };

export const getRefund =
  (client: MonnifyClient): Provider["getRefund"] =>
  async (id) => {
    const existing = await findRefund(client, id);
    if (!existing) throw new PaymentRejected(NAME, "it doesn’t have this refund");
    return existing;
  };

async function findRefund({ call }: MonnifyClient, key: string): Promise<ProviderRefund | undefined> {
  const response = await call("GET", `/api/v1/refunds/${encodeURIComponent(key)}`);
  return isNotFound(response)
    ? undefined
    : toProviderRefund(unwrapResponse(RefundBody, response), response.raw);
}

function toProviderRefund(
  { refundReference, refundStatus, refundAmount }: z.output<typeof RefundBody>,
  raw: string,
): ProviderRefund {
  // Monnify pays in naira alone, and says no currency of a refund.
  return {
    id: refundReference,
    state: STATE_BY_STATUS[refundStatus],
    amount: refundAmount,
    currency: "NGN",
    raw,
  };
}
