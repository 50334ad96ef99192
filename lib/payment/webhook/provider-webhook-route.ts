import { getDatabase } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";
import { readLimitedBody } from "#lib/core/network/read-limited-body";
import { getProviders, type Providers } from "#lib/payment/providers/configured-providers";
import type { ProviderName } from "#lib/payment/providers/provider";
import { findProviderName } from "#lib/payment/providers/providers";
import {
  receiveProviderWebhook,
  receiveResellerProviderWebhook,
  type WebhookResult,
} from "./receive-provider-webhook.ts";

/** Providers send 1 to 10 kB. A reseller's own address gets whatever their account sends. */
const MAX_BYTES = { portal: 256 * 1024, own: 64 * 1024 };

/** Stores a provider's webhook and responds: 200, also when it was stored before. */
export async function handleProviderWebhook(
  request: Request,
  name: string,
  providers: Providers = getProviders(),
): Promise<Response> {
  const provider = findProviderName(name);
  if (!provider || !providers.has(provider)) return emptyResponse(404);
  return respondToWebhook(request, { provider, maxBytes: MAX_BYTES.portal }, (ctx, raw) =>
    receiveProviderWebhook(ctx, provider, raw, request.headers, providers),
  );
}

/**
 * The same for a webhook to the address of a reseller's own account. One that is too large gets
 * 413, too many get 429, and providers send them again: a lost webhook only delays, because open
 * payments are checked anyway.
 */
export async function handleResellerProviderWebhook(
  request: Request,
  name: string,
  address: string,
): Promise<Response> {
  const provider = findProviderName(name);
  if (!provider || !/^[a-z0-9]{20}$/.test(address)) return emptyResponse(404);
  return respondToWebhook(request, { provider, maxBytes: MAX_BYTES.own }, (ctx, raw) =>
    receiveResellerProviderWebhook(ctx, { provider, address }, raw, request.headers),
  );
}

const STATUSES = { accepted: 200, unsigned: 401, unknown_keys: 404 };

async function respondToWebhook(
  request: Request,
  { provider, maxBytes }: { provider: ProviderName; maxBytes: number },
  receive: (ctx: Ctx, raw: Uint8Array) => Promise<WebhookResult>,
): Promise<Response> {
  try {
    const raw = await readLimitedBody(request.body, maxBytes);
    if (!raw) return emptyResponse(413);
    const ctx = { actor: { kind: "system", name: "payment" }, db: getDatabase().db } as const;
    const result = await receive(ctx, raw);
    if (typeof result === "object") return emptyResponse(429, { "Retry-After": String(result.retryAfter) });
    return emptyResponse(STATUSES[result]);
  } catch (error) {
    // The provider sends it again.
    log.error("payment.webhook_lost", { provider, error });
    return emptyResponse(503);
  }
}

const emptyResponse = (status: number, headers?: Record<string, string>) =>
  new Response(null, { status, headers: { "Cache-Control": "no-store", ...headers } });
