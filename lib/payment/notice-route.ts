import { database } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";
import { configured, type Providers } from "./configured.ts";
import { PROVIDERS, type ProviderName } from "./provider.ts";
import { receiveNotice, receiveOwnNotice, type TooMuch } from "./receive-notice.ts";

/** Most bytes of a webhook: those of providers have 1 to 10 kB. At a reseller's own address it is what their account sends. */
const MAX_BYTES = { portal: 256 * 1024, own: 64 * 1024 };

/** Answers a provider's notice as soon as it is stored: 200, also when it was stored before. */
export async function takeNotice(
  request: Request,
  name: string,
  using: Providers = configured(),
): Promise<Response> {
  const provider = PROVIDERS.find((one) => one === name);
  if (!provider || !using.has(provider)) return answer(404);
  return take(request, { provider, most: MAX_BYTES.portal }, (ctx, raw) =>
    receiveNotice(ctx, provider, raw, request.headers, using),
  );
}

/**
 * The same for a notice to the account of a reseller's own that has this address. Too large is 413 and too much 429, after which
 * providers send it again: a webhook that is lost only delays, since payments are asked about anyway.
 */
export async function takeOwnNotice(request: Request, name: string, address: string): Promise<Response> {
  const provider = PROVIDERS.find((one) => one === name);
  if (!provider || !/^[a-z0-9]{20}$/.test(address)) return answer(404);
  return take(request, { provider, most: MAX_BYTES.own }, (ctx, raw) =>
    receiveOwnNotice(ctx, { provider, address }, raw, request.headers),
  );
}

async function take(
  request: Request,
  { provider, most }: { provider: ProviderName; most: number },
  receive: (ctx: Ctx, raw: Uint8Array) => Promise<boolean | TooMuch | undefined>,
): Promise<Response> {
  try {
    const raw = await readAtMost(request, most);
    if (!raw) return answer(413);
    const ctx = { actor: { kind: "system", name: "payment" }, db: database().db } as const;
    const signed = await receive(ctx, raw);
    if (typeof signed === "object") return answer(429, { "Retry-After": String(signed.retryAfter) });
    return answer(signed === undefined ? 404 : signed ? 200 : 401);
  } catch (error) {
    // The provider sends it again.
    log.error("payment.notice_lost", { provider, error });
    return answer(503);
  }
}

async function readAtMost(request: Request, most: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const answer = (status: number, headers?: Record<string, string>) =>
  new Response(null, { status, headers: { "Cache-Control": "no-store", ...headers } });
