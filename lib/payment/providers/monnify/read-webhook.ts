import { z } from "zod";
import { OptionalIdentifier } from "#lib/payment/providers/exact-json";
import type { ProviderWebhook } from "#lib/payment/providers/provider";
import { DEDICATED_ACCOUNT_CODE } from "./transaction.ts";

const WebhookBody = z.object({ eventType: z.string(), eventData: z.looseObject({}) });
const WebhookData = z.object({
  transactionReference: OptionalIdentifier,
  paymentReference: OptionalIdentifier,
  refundReference: OptionalIdentifier,
  product: z.object({ type: OptionalIdentifier }).nullish().catch(null),
});

export function readWebhook(body: unknown): ProviderWebhook {
  const { data: webhook } = WebhookBody.safeParse(body);
  const event = webhook?.eventType.slice(0, 100) ?? "unreadable";
  const { data } = WebhookData.safeParse(webhook?.eventData);
  const isTransfer = data?.product?.type === DEDICATED_ACCOUNT_CODE;
  const about = event.endsWith("_REFUND")
    ? "refund"
    : event === "SUCCESSFUL_TRANSACTION" || event === "REJECTED_PAYMENT"
      ? "payment"
      : "other";
  return {
    event,
    about,
    reference: isTransfer ? null : (data?.paymentReference ?? null),
    transaction: data?.transactionReference ?? null,
    refund: data?.refundReference ?? null,
  };
}
