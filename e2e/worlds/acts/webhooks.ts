import { handleMessageWebhook } from "#lib/message/receive-message-webhook";
import { handleProviderWebhook } from "#lib/payment/webhook/provider-webhook-route";
import type { SentWebhook } from "../outside/webhooks.ts";

/** Takes a webhook as the portal's routes do. @returns its status */
export async function receiveWebhook({ url, body, headers }: SentWebhook): Promise<number> {
  const [, , kind = "", name = ""] = new URL(url).pathname.split("/");
  const request = new Request(url, { method: "POST", body, headers });
  if (kind === "payments") return (await handleProviderWebhook(request, name)).status;
  if (kind === "messages") return (await handleMessageWebhook(request, name)).status;
  throw new Error(`No route takes webhooks at ${url}.`);
}
