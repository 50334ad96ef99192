import { z } from "zod";
import { isSigned } from "#lib/core/network/webhook-signature";
import type { ProviderKeys } from "#lib/payment/providers/descriptor";
import { OptionalIdentifier, parseExact } from "#lib/payment/providers/exact-json";
import type { Provider, ProviderWebhook } from "#lib/payment/providers/provider";

export const SIGNATURE_HEADER = "x-paystack-signature";
const SIGNATURE_FORMAT = { hash: "sha512", encoding: "hex" } as const;

export const readWebhook =
  ({ secretKey }: ProviderKeys, previous?: ProviderKeys): Provider["readWebhook"] =>
  (raw, headers) => {
    const header = headers.get(SIGNATURE_HEADER);
    if (!isSigned(raw, header, [secretKey, previous?.secretKey], SIGNATURE_FORMAT)) return undefined;
    return toProviderWebhook(raw);
  };

const WebhookBody = z.object({ event: z.string(), data: z.looseObject({}) });
const WebhookData = z.object({
  id: OptionalIdentifier,
  reference: OptionalIdentifier,
});

/** Reads a webhook whose signature is valid. An unreadable one is about nothing.. */
function toProviderWebhook(raw: Uint8Array): ProviderWebhook {
  const { data: webhook } = WebhookBody.safeParse(parseExact(Buffer.from(raw).toString("utf8")));
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
