import { sql } from "drizzle-orm";
import { getDatabase } from "#db/client";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { log } from "#lib/core/log";
import { readLimitedBody } from "#lib/core/network/read-limited-body";
import { listMessageProviders } from "./providers/configured-providers.ts";
import type { MessageProvider } from "./providers/message-provider.ts";
import { handleReply } from "./recipients.ts";

/** Providers send about 1 kB. */
const MAX_BYTES = 64 * 1024;

/**
 * Handles a provider's webhook: a report on a message, or a reply to one. 503 makes the provider repeat it.
 */
export async function handleMessageWebhook(request: Request, name: string): Promise<Response> {
  const provider = listMessageProviders().find((candidate) => candidate.name === name);
  if (!provider) return emptyResponse(404);
  try {
    const raw = await readLimitedBody(request.body, MAX_BYTES);
    if (!raw) return emptyResponse(413);
    const ctx = { actor: { kind: "system", name: "message" }, db: getDatabase().db } as const;
    const accepted = await receiveMessageWebhook(ctx, provider, raw, request.headers);
    return emptyResponse(accepted ? 200 : 401);
  } catch (error) {
    log.error("message.webhook_lost", { provider: name, error });
    return emptyResponse(503);
  }
}

/** Reads a webhook and does what it says. Nothing of it is stored. @returns false unless it is signed */
export async function receiveMessageWebhook(
  ctx: Ctx,
  provider: MessageProvider,
  raw: Uint8Array,
  headers: Headers,
): Promise<boolean> {
  requireSystem(ctx);
  const url = new URL(`/api/messages/${provider.name}`, env().NEXTAUTH_URL).href;
  const event = provider.readWebhook(raw, headers, url);
  if (!event) return false;
  if (event.about === "reply") await handleReply(ctx, event);
  if (event.about === "report")
    // A report may come before the response to the request; then the message keeps none.
    await ctx.db.execute(sql`
      update customer_messages set report = ${event.outcome}
      where provider_ref = ${event.ref} and provider = ${provider.name}`);
  return true;
}

const emptyResponse = (status: number) =>
  new Response(null, { status, headers: { "Cache-Control": "no-store" } });
