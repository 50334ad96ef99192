import type { WebhookEvent } from "./types.ts";

export interface VerifyWebhookInput {
  /** The body exactly as it arrived. */
  body: string | Uint8Array;
  /** The request's headers, of `fetch` or of Node. */
  headers: Headers | Record<string, string | string[] | undefined>;
  /** `whsec_…`; several while you change it. */
  secret: string | readonly string[];
  /** The age up to which an event is accepted; 5 minutes. */
  toleranceS?: number;
}

/** The portal didn't sign this event: respond with 401. */
export class WebhookError extends Error {
  override name = "WebhookError";
}

const DEFAULT_TOLERANCE_S = 300;

/**
 * Verifies an event by Standard Webhooks: one of its signatures must be made with one of your secrets.
 * @throws WebhookError
 */
export async function verifyWebhook({
  body,
  headers,
  secret,
  toleranceS = DEFAULT_TOLERANCE_S,
}: VerifyWebhookInput): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    readHeader(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookError("A header of the signature is missing.");
  const ageS = Date.now() / 1000 - Number(timestamp);
  if (!/^\d+$/.test(timestamp) || Math.abs(ageS) > toleranceS)
    throw new WebhookError("The event is too old, or your clock is wrong.");
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signed = concatBytes(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  for (const candidate of typeof secret === "string" ? [secret] : secret)
    if (await isSigned(candidate, signed, signatures)) return JSON.parse(new TextDecoder().decode(bytes));
  throw new WebhookError("No signature matches the secret.");
}

/** Web Crypto compares in constant time. */
async function isSigned(
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
): Promise<boolean> {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ""));
  if (!bytes || bytes.length === 0) throw new TypeError("The secret isn't one of the portal: whsec_…");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
  for (const entry of signatures.split(" ")) {
    const [version, text = ""] = entry.split(",");
    const signature = version === "v1" ? decodeBase64(text) : undefined;
    if (signature && (await crypto.subtle.verify("HMAC", key, signature, signed))) return true;
  }
  return false;
}

function readHeader(headers: VerifyWebhookInput["headers"], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === "string" ? value : value?.[0];
}

function concatBytes(start: Uint8Array, end: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(start.length + end.length);
  bytes.set(start);
  bytes.set(end, start.length);
  return bytes;
}

/** @returns undefined when it isn't base64. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
