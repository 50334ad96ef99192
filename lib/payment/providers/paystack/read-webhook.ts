import { z } from "zod";
import { OptionalIdentifier } from "#lib/payment/providers/exact-json";
import type { ProviderWebhook } from "#lib/payment/providers/provider";

const WebhookBody = z.object({ event: z.string(), data: z.looseObject({}) });
const WebhookData = z.object({
  id: OptionalIdentifier,
  reference: OptionalIdentifier,
});

export function readWebhook(body: unknown): ProviderWebhook {
  const { data: webhook } = WebhookBody.safeParse(body);
  const event = webhook?.event.slice(0, 100) ?? "unreadable";
  const data = webhook?.data ?? {};
  const isCharge = event.startsWith("charge.");
  const about = isCharge ? "payment" : event.startsWith("refund.") ? "refund" : "other";
  const named = WebhookData.safeParse(
    isCharge && !event.startsWith("charge.dispute.") ? data : data.transaction,
  ).data;
  return {
    event,
    about,
    reference: named?.reference ?? OptionalIdentifier.parse(data.transaction_reference ?? data.reference),
    transaction: named?.id ?? (isCharge ? null : OptionalIdentifier.parse(data.transaction)),
    refund: null,
  };
}
