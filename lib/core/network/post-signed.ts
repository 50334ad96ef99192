import { Webhook } from "standardwebhooks";
import { type PostResult, postToUrl } from "./post-to-url.ts";

interface SignedMessage {
  /** Each signs it; a recipient needs one of them. */
  secrets: readonly string[];
  /** The same at each attempt. */
  messageId: string;
  body: string;
  timeoutMs: number;
}

/** Posts a message once, signed by Standard Webhooks. Throws only for an invalid secret. */
export function postSigned(
  url: string,
  { secrets, messageId, body, timeoutMs }: SignedMessage,
): Promise<PostResult> {
  const at = new Date();
  const headers = {
    "User-Agent": "Portal-Webhooks/1",
    "webhook-id": messageId,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(messageId, at, body)).join(" "),
  };
  return postToUrl(url, { body, headers, timeoutMs });
}
