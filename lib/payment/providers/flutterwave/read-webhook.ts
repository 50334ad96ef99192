import { z } from "zod";
import { isSigned } from "#lib/core/network/webhook-signature";
import type { ProviderKeys } from "#lib/payment/providers/descriptor";
import { OptionalIdentifier, parseExact } from "#lib/payment/providers/exact-json";
import type { Provider, ProviderWebhook } from "#lib/payment/providers/provider";
import { DEDICATED_ACCOUNT_PREFIX } from "./client.ts";

export const SIGNATURE_HEADER = "flutterwave-signature";
const SIGNATURE_FORMAT = { hash: "sha256", encoding: "base64" } as const;

export const readWebhook =
  ({ webhookSecret }: ProviderKeys, previous?: ProviderKeys): Provider["readWebhook"] =>
  (raw, headers) => {
    const header = headers.get(SIGNATURE_HEADER);
    if (!isSigned(raw, header, [webhookSecret, previous?.webhookSecret], SIGNATURE_FORMAT)) return undefined;
    return toProviderWebhook(raw);
  };

const WebhookBody = z.object({ type: z.string(), data: z.looseObject({}) });
const WebhookData = z.object({
  id: OptionalIdentifier,
  reference: OptionalIdentifier,
  charge_id: OptionalIdentifier,
});

/** Reads a webhook whose signature is valid. An unreadable one is about nothing. */
function toProviderWebhook(raw: Uint8Array): ProviderWebhook {
  const { data: webhook } = WebhookBody.safeParse(parseExact(Buffer.from(raw).toString("utf8")));
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
