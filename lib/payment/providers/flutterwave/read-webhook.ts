import { z } from "zod";
import { OptionalIdentifier } from "#lib/payment/providers/exact-json";
import type { ProviderWebhook } from "#lib/payment/providers/provider";
import { DEDICATED_ACCOUNT_PREFIX } from "./client.ts";

const WebhookBody = z.object({ type: z.string(), data: z.looseObject({}) });
const WebhookData = z.object({
  id: OptionalIdentifier,
  reference: OptionalIdentifier,
  charge_id: OptionalIdentifier,
});

export function readWebhook(body: unknown): ProviderWebhook {
  const { data: webhook } = WebhookBody.safeParse(body);
  const event = webhook?.type.slice(0, 100) ?? "unreadable";
  const { id = null, reference = null, charge_id = null } = WebhookData.safeParse(webhook?.data).data ?? {};
  const about = /^charge(back)?\./.test(event) ? "payment" : event.startsWith("refund.") ? "refund" : "other";
  const isTransfer = reference?.startsWith(DEDICATED_ACCOUNT_PREFIX);
  return {
    event,
    about,
    reference: isTransfer ? null : reference,
    transaction: event.startsWith("charge.") ? id : charge_id,
    refund: about === "refund" ? id : null,
  };
}
