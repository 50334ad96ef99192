import { createHmac } from "node:crypto";
import { fillTemplate } from "./templates.ts";
import type { SandboxResponse } from "./termii.ts";
import type { PhoneMessage, PhoneReply, PhoneWorld } from "./world.ts";

export const TWILIO_KEYS = {
  sid: `AC${"0".repeat(32)}`,
  token: "sandbox-twilio-token",
  from: "+12022214836",
};

/** Handles a request as Twilio's Messages resource does. @returns "silent" for no response */
export function respondAsTwilio(
  world: PhoneWorld,
  {
    method,
    url,
    body,
    authorization,
  }: { method: string; url: URL; body: string; authorization: string | undefined },
): SandboxResponse | "silent" {
  const credentials = Buffer.from(`${TWILIO_KEYS.sid}:${TWILIO_KEYS.token}`).toString("base64");
  if (authorization !== `Basic ${credentials}`)
    return { status: 401, body: failure(20003, "Authenticate", 401) };
  if (method === "GET") {
    const to = url.searchParams.get("To");
    const sent = world.messages.filter(
      (message) => message.provider === "twilio" && toAddress(message) === to,
    );
    return { status: 200, body: { messages: sent.toReversed().map(toResource), page_size: 50 } };
  }
  const form = new URLSearchParams(body);
  const address = form.get("To") ?? "";
  const medium = address.startsWith("whatsapp:") ? "whatsapp" : "sms";
  const to = address.replace("whatsapp:", "");
  const fault = world.faultFor(to);
  const values = JSON.parse(form.get("ContentVariables") ?? "{}") as Record<string, unknown>;
  const text = medium === "sms" ? form.get("Body") : fillTemplate(form.get("ContentSid") ?? "", values);
  if (!text)
    return { status: 400, body: failure(21619, "A text message body or media urls must be specified.") };
  if (!/^\+\d{10,15}$/.test(to) || fault === "refuse")
    return { status: 400, body: failure(21211, `Invalid 'To' Phone Number: ${to}`) };
  if (world.unsubscribed.has(to))
    return { status: 400, body: failure(21610, "Attempt to send to unsubscribed recipient") };
  if (fault === "empty") return { status: 402, body: failure(20429, "Insufficient funds", 402) };
  if (fault === "later") return { status: 503, body: failure(20503, "Service unavailable", 503) };
  if (fault === "hang") return "silent";
  const from = form.get("MessagingServiceSid") ?? form.get("From") ?? "";
  const message = world.keep({ provider: "twilio", to, medium, from: from.replace("whatsapp:", ""), text });
  return fault === "silent" ? "silent" : { status: 201, body: toResource(message) };
}

const failure = (code: number, message: string, status = 400) => ({
  code,
  message,
  more_info: `https://www.twilio.com/docs/errors/${code}`,
  status,
});

const toAddress = ({ to, medium }: Pick<PhoneMessage, "to" | "medium">) =>
  medium === "whatsapp" ? `whatsapp:${to}` : to;

const toResource = (message: PhoneMessage) => ({
  sid: message.id,
  account_sid: TWILIO_KEYS.sid,
  to: toAddress(message),
  from: message.from,
  body: message.text,
  status: "queued",
  direction: "outbound-api",
  date_created: message.at.toUTCString(),
  num_segments: "1",
  price: null,
  error_code: null,
});

/** The webhook of a report or of a reply to an address of the portal, signed. */
export function createTwilioWebhook(event: PhoneMessage | PhoneReply, url: string) {
  const fields: Record<string, string> =
    "to" in event
      ? {
          MessageSid: event.id,
          MessageStatus: "delivered",
          To: toAddress(event),
          From: event.from,
          AccountSid: TWILIO_KEYS.sid,
        }
      : { MessageSid: "SM0", From: event.from, To: TWILIO_KEYS.from, Body: event.text, NumMedia: "0" };
  const signed =
    url +
    Object.keys(fields)
      .sort()
      .map((name) => name + fields[name])
      .join("");
  const signature = createHmac("sha1", TWILIO_KEYS.token).update(signed).digest("base64");
  return {
    body: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature },
  };
}
