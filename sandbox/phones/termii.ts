import { createHmac } from "node:crypto";
import { fillTemplate } from "./templates.ts";
import type { PhoneMessage, PhoneReply, PhoneWorld } from "./world.ts";

export const TERMII_KEYS = {
  key: "TL-sandbox-key",
  secret: "sandbox-termii-secret",
  sender: "Kiosk",
  device: "sandbox-device",
};

export interface SandboxResponse {
  status: number;
  body: unknown;
}

/**
 * Handles a request as Termii does: messages, templates and the history. @returns "silent" for no response
 */
export function respondAsTermii(
  world: PhoneWorld,
  { method, url, body }: { method: string; url: URL; body: string },
): SandboxResponse | "silent" {
  if (method === "GET" && url.pathname === "/api/sms/inbox") {
    if (url.searchParams.get("api_key") !== TERMII_KEYS.key) return UNAUTHORISED;
    const sent = world.messages.filter(({ provider }) => provider === "termii");
    return { status: 200, body: sent.toReversed().map(toHistoryEntry) };
  }
  const input = JSON.parse(body) as Record<string, unknown>;
  if (input.api_key !== TERMII_KEYS.key) return UNAUTHORISED;
  if (url.pathname === "/api/sms/send") {
    const { to, from, sms, type, channel } = input;
    if (type !== "plain" || !["dnd", "generic"].includes(String(channel)) || !sms)
      return { status: 422, body: { message: "The given data was invalid." } };
    if (from !== TERMII_KEYS.sender)
      return { status: 404, body: { message: `ApplicationSenderId not found for the sender: ${from}` } };
    return accept(world, { to: String(to), medium: "sms", from: String(from), text: String(sms) });
  }
  if (url.pathname === "/api/send/template") {
    const { phone_number, device_id, template_id, data } = input;
    const text = fillTemplate(String(template_id), (data ?? {}) as Record<string, unknown>);
    if (device_id !== TERMII_KEYS.device || text === undefined)
      return { status: 400, body: { message: "Template not found" } };
    return accept(
      world,
      { to: String(phone_number), medium: "whatsapp", from: TERMII_KEYS.sender, text },
      true,
    );
  }
  return { status: 404, body: { message: "Not found" } };
}

const UNAUTHORISED: SandboxResponse = { status: 401, body: { message: "Invalid API Key" } };

function accept(
  world: PhoneWorld,
  { to, ...rest }: { to: string; medium: "sms" | "whatsapp"; from: string; text: string },
  asList = false,
): SandboxResponse | "silent" {
  const phone = `+${to}`;
  const fault = world.faultFor(phone);
  if (!/^\d{10,15}$/.test(to) || fault === "refuse")
    return { status: 400, body: { message: `${to} is not a valid number` } };
  if (fault === "empty") return { status: 400, body: { message: "Insufficient balance" } };
  if (fault === "later") return { status: 500, body: { message: "Server Error" } };
  if (fault === "hang") return "silent";
  const { id } = world.keep({ provider: "termii", to: phone, ...rest });
  if (fault === "silent") return "silent";
  const accepted = { code: "ok", message_id: id, message: "Successfully Sent", balance: 9, user: "Sandbox" };
  return { status: 200, body: asList ? [accepted] : accepted };
}

const toHistoryEntry = ({ id, to, from, text, medium, at }: PhoneMessage) => ({
  sender: from,
  receiver: to.slice(1),
  message: text,
  amount: 1,
  reroute: 0,
  status: "Delivered",
  sms_type: medium === "sms" ? "plain" : "whatsapp",
  send_by: "api",
  message_id: id,
  created_at: at.toISOString().slice(0, 19).replace("T", " "),
});

/** The webhook of a report or of a reply, signed. */
export function createTermiiWebhook(event: PhoneMessage | PhoneReply) {
  const body = JSON.stringify(
    "to" in event
      ? {
          type: "outbound",
          message_id: event.id,
          receiver: event.to.slice(1),
          sender: event.from,
          message: event.text,
          sent_at: event.at.toISOString(),
          cost: "3.9",
          status: "DELIVERED",
          channel: "dnd",
        }
      : {
          type: "inbound",
          id: "1",
          message_id: "2",
          receiver: "12022214836",
          sender: event.from.slice(1),
          message: event.text,
          received_at: event.at.toISOString(),
          cost: null,
          command: "Received",
          status: "Received",
          channel: null,
        },
  );
  const signature = createHmac("sha512", TERMII_KEYS.secret).update(body).digest("hex");
  return { body, headers: { "content-type": "application/json", "x-termii-signature": signature } };
}
