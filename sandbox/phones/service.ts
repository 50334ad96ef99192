import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { TEMPLATES_VARIABLE } from "./templates.ts";
import { createTermiiWebhook, respondAsTermii, TERMII_KEYS } from "./termii.ts";
import { createTwilioWebhook, respondAsTwilio, TWILIO_KEYS } from "./twilio.ts";
import type { PhoneMessage, PhoneReply, PhoneWorld } from "./world.ts";

const REPORT_DELAY_MS = 500;

/** Creates a service that is Termii and Twilio at once. */
export const createPhonesListener =
  (world: PhoneWorld): RequestListener =>
  async (request, response) => {
    const body = await text(request);
    const url = new URL(request.url ?? "/", "http://sandbox");
    const { method = "GET", headers } = request;
    const result = url.pathname.startsWith("/2010-04-01/")
      ? respondAsTwilio(world, { method, url, body, authorization: headers.authorization })
      : respondAsTermii(world, { method, url, body });
    if (result === "silent") return world.hung(findNumber(body));
    response
      .writeHead(result.status, { "content-type": "application/json" })
      .end(JSON.stringify(result.body));
    const sent = result.status < 300 && method === "POST" ? world.messages.at(-1) : undefined;
    // The network's report follows the response.
    if (sent) setTimeout(() => void sendPhoneWebhook(world, sent.provider, sent), REPORT_DELAY_MS).unref();
  };

/** Sends a reply from a phone, by the provider that last sent to it. @returns the portal's status */
export async function sendReply(world: PhoneWorld, from: string, text: string): Promise<number> {
  const answer = { from, text, at: new Date() };
  world.replies.push(answer);
  const last = world.messages.findLast(({ to }) => to === from);
  if (/^stop\b/i.test(text.trim()) && last?.provider === "twilio") world.unsubscribed.add(from);
  if (/^start\b/i.test(text.trim())) world.unsubscribed.delete(from);
  return sendPhoneWebhook(world, last?.provider ?? "termii", answer);
}

async function sendPhoneWebhook(
  world: PhoneWorld,
  provider: PhoneMessage["provider"],
  event: PhoneMessage | PhoneReply,
): Promise<number> {
  if (world.webhooks === null) return 0;
  const url = `${world.webhooks}/${provider}`;
  const webhook = provider === "twilio" ? createTwilioWebhook(event, url) : createTermiiWebhook(event);
  const signal = AbortSignal.timeout(20_000);
  const answer = await fetch(url, { method: "POST", ...webhook, redirect: "manual", signal }).catch(
    () => null,
  );
  await answer?.body?.cancel();
  return answer?.status ?? 0;
}

/** The portal's variables for each provider. */
export const listPhoneVariables = (url: string) => ({
  termii: {
    TERMII_BASE_URL: url,
    TERMII_API_KEY: TERMII_KEYS.key,
    TERMII_SECRET_KEY: TERMII_KEYS.secret,
    TERMII_SENDER_ID: TERMII_KEYS.sender,
    TERMII_WHATSAPP_DEVICE: TERMII_KEYS.device,
    TERMII_WHATSAPP_TEMPLATES: TEMPLATES_VARIABLE,
  },
  twilio: {
    TWILIO_BASE_URL: url,
    TWILIO_ACCOUNT_SID: TWILIO_KEYS.sid,
    TWILIO_AUTH_TOKEN: TWILIO_KEYS.token,
    TWILIO_SMS_FROM: TWILIO_KEYS.from,
    TWILIO_WHATSAPP_FROM: TWILIO_KEYS.from,
    TWILIO_WHATSAPP_TEMPLATES: TEMPLATES_VARIABLE,
  },
});

/** Finds the number of a request in any of its forms. */
const findNumber = (body: string) =>
  `+${/(?:234|\+?1)\d{7,12}/.exec(decodeURIComponent(body))?.[0].replace("+", "") ?? ""}`;
