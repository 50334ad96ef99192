import { database } from "#db/client";
import { log } from "#lib/core/log";
import { configured, type Providers } from "./configured.ts";
import { PROVIDERS } from "./provider.ts";
import { receiveNotice } from "./receive-notice.ts";

/** Notices are a few kilobytes. */
const LONGEST = 256 * 1024;

/** Answers a provider's notice as soon as it is stored: 200, also when it was stored before. */
export async function takeNotice(
  request: Request,
  name: string,
  using: Providers = configured(),
): Promise<Response> {
  const provider = PROVIDERS.find((one) => one === name);
  if (!provider || !using.has(provider)) return answer(404);
  try {
    const raw = await readAtMost(request, LONGEST);
    if (!raw) return answer(413);
    const ctx = { actor: { kind: "system", name: "payment" }, db: database().db } as const;
    return answer((await receiveNotice(ctx, provider, raw, request.headers, using)) ? 200 : 401);
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

const answer = (status: number) => new Response(null, { status, headers: { "Cache-Control": "no-store" } });
