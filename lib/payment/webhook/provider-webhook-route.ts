import { getDatabase } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";
import { getProviders, type Providers } from "#lib/payment/providers/configured-providers";
import type { ProviderName } from "#lib/payment/providers/provider";
import { findProviderName } from "#lib/payment/providers/providers";
import {
  receiveProviderWebhook,
  receiveResellerProviderWebhook,
  type WebhookRateLimit,
} from "./receive-provider-webhook.ts";

/** Most bytes of a webhook: those of providers have 1 to 10 kB. At a reseller's own address it is what their account sends. */
const MAX_BYTES = { portal: 256 * 1024, own: 64 * 1024 };

/** Stores a provider's webhook and responds: 200, also when it was stored before. */
export async function handleProviderWebhook(
  request: Request,
  name: string,
  providers: Providers = getProviders(),
): Promise<Response> {
  const provider = findProviderName(name);
  if (!provider || !providers.has(provider)) return emptyResponse(404);
  return respondToWebhook(request, { provider, most: MAX_BYTES.portal }, (ctx, raw) =>
    receiveProviderWebhook(ctx, provider, raw, request.headers, providers),
  );
}

/**
 * The same for a notice to the account of a reseller's own that has this address. Too large is 413 and too much 429, after which
 * providers send it again: a webhook that is lost only delays, since payments are asked about anyway.
 */
export async function handleResellerProviderWebhook(
  request: Request,
  name: string,
  address: string,
): Promise<Response> {
  const provider = findProviderName(name);
  if (!provider || !/^[a-z0-9]{20}$/.test(address)) return emptyResponse(404);
  return respondToWebhook(request, { provider, most: MAX_BYTES.own }, (ctx, raw) =>
    receiveResellerProviderWebhook(ctx, { provider, address }, raw, request.headers),
  );
}

async function respondToWebhook(
  request: Request,
  { provider, most }: { provider: ProviderName; most: number },
  receive: (ctx: Ctx, raw: Uint8Array) => Promise<boolean | WebhookRateLimit | undefined>,
): Promise<Response> {
  try {
    const raw = await readBody(request, most);
    if (!raw) return emptyResponse(413);
    const ctx = { actor: { kind: "system", name: "payment" }, db: getDatabase().db } as const;
    const signed = await receive(ctx, raw);
    if (typeof signed === "object") return emptyResponse(429, { "Retry-After": String(signed.retryAfter) });
    return emptyResponse(signed === undefined ? 404 : signed ? 200 : 401);
  } catch (error) {
    // The provider sends it again.
    log.error("payment.notice_lost", { provider, error });
    return emptyResponse(503);
  }
}

async function readBody(request: Request, most: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const emptyResponse = (status: number, headers?: Record<string, string>) =>
  new Response(null, { status, headers: { "Cache-Control": "no-store", ...headers } });
