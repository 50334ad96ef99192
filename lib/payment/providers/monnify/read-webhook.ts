import { z } from "zod";
import { isSigned } from "#lib/core/network/webhook-signature";
import type { ProviderKeys } from "#lib/payment/providers/descriptor";
import { OptionalIdentifier, parseExact } from "#lib/payment/providers/exact-json";
import type { Provider, ProviderWebhook } from "#lib/payment/providers/provider";
import { DEDICATED_ACCOUNT_CODE } from "./transaction.ts";

export const SIGNATURE_HEADER = "monnify-signature";
const SIGNATURE_FORMAT = { hash: "sha512", encoding: "hex" } as const;

export const readWebhook =
  ({ secretKey }: ProviderKeys, previous?: ProviderKeys): Provider["readWebhook"] =>
  (raw, headers) => {
    const header = headers.get(SIGNATURE_HEADER);
    if (!isSigned(raw, header, [secretKey, previous?.secretKey], SIGNATURE_FORMAT)) return undefined;
    return toProviderWebhook(raw);
  };

const WebhookBody = z.object({ eventType: z.string(), eventData: z.looseObject({}) });
const WebhookData = z.object({
  transactionReference: OptionalIdentifier,
  paymentReference: OptionalIdentifier,
  refundReference: OptionalIdentifier,
  product: z.object({ type: OptionalIdentifier }).nullish().catch(null),
});

/** Reads a webhook whose signature is valid. An unreadable one is about nothing. */
function toProviderWebhook(raw: Uint8Array): ProviderWebhook {
  const { data: webhook } = WebhookBody.safeParse(parseExact(Buffer.from(raw).toString("utf8")));
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
