import { z } from "zod";
import { isSigned } from "#lib/core/network/webhook-signature";
import { isObject, parseJson } from "#lib/core/text/foreign-text";
import { callProvider, classifyStatus, describeRejection } from "#lib/message/providers/call-provider";
import type {
  FindResult,
  MessageProvider,
  OutgoingMessage,
  ProviderEvent,
  SendResult,
} from "#lib/message/providers/message-provider";
import { getTermiiVariables } from "./variables.ts";

const SIGNATURE_HEADER = "x-termii-signature";

/**
 * Creates the adapter of Termii (developer.termii.com: messaging, templates, history, events); undefined
 * without keys.
 */
export function createTermii(): MessageProvider | undefined {
  const variables = getTermiiVariables();
  const { TERMII_API_KEY: key, TERMII_SECRET_KEY: secret, TERMII_WHATSAPP_DEVICE } = variables;
  if (!key || !secret) return undefined;
  return {
    name: "termii",
    label: "Termii",
    media: TERMII_WHATSAPP_DEVICE ? ["sms", "whatsapp"] : ["sms"],
    send: (message) => sendMessage(message, key),
    find: (message, since, otherRefs) => findMessage(message, { since, otherRefs, key }),
    readWebhook: (raw, headers) => readWebhook(raw, headers, secret),
  };
}

const toDigits = (e164: string) => e164.replace("+", "");

/** Accepted: `code` is "ok". The response is one object, or for templates a list of one. */
const Accepted = z.object({ code: z.literal("ok"), message_id: z.coerce.string().min(1).max(100) });
const SendResponse = z.union([Accepted, z.tuple([Accepted]).transform(([only]) => only)]);

async function sendMessage(message: OutgoingMessage, key: string): Promise<SendResult> {
  const { TERMII_BASE_URL: base, TERMII_SENDER_ID, TERMII_ROUTE, ...whatsapp } = getTermiiVariables();
  const to = toDigits(message.to);
  const call =
    message.medium === "sms"
      ? {
          path: "/api/sms/send",
          json: { to, from: TERMII_SENDER_ID, sms: message.text, type: "plain", channel: TERMII_ROUTE },
        }
      : {
          path: "/api/send/template",
          json: {
            phone_number: to,
            device_id: whatsapp.TERMII_WHATSAPP_DEVICE,
            template_id: whatsapp.TERMII_WHATSAPP_TEMPLATES?.[message.kind],
            data: message.values,
          },
        };
  const result = await callProvider({
    base,
    method: "POST",
    path: call.path,
    json: { api_key: key, ...call.json },
  });
  if (result.kind === "failed")
    return result.sent
      ? { kind: "unclear", problem: result.problem }
      : { kind: "rejected", problem: result.problem, permanent: false };
  const { status: httpStatus, json } = result;
  const accepted = httpStatus < 300 && SendResponse.safeParse(json).data;
  if (accepted) return { kind: "accepted", ref: accepted.message_id };
  const meaning = classifyStatus(httpStatus);
  const problem = describeRejection(httpStatus, json);
  if (meaning === "unclear") return { kind: "unclear", problem, httpStatus };
  // Termii tells an empty account by 400: once it is topped up, the same message is accepted.
  const permanent = meaning === "permanent" && !/balance/i.test(problem);
  return { kind: "rejected", problem, httpStatus, permanent };
}

const HistoryEntry = z.object({
  receiver: z.coerce.string(),
  message: z.coerce.string().nullish(),
  message_id: z.coerce.string(),
  sms_type: z.string().nullish(),
  created_at: z.string(),
});

/** Times of the list have no time zone. */
const TIME_TOLERANCE_MS = 24 * 3_600_000;

/**
 * Looks in the list of the account's messages, newest first, of which a long one is read as far as a response
 * may be.
 */
async function findMessage(
  { to, medium, text }: OutgoingMessage,
  { since, otherRefs, key }: { since: Date; otherRefs: ReadonlySet<string>; key: string },
): Promise<FindResult> {
  const path = `/api/sms/inbox?${new URLSearchParams({ api_key: key })}`;
  const result = await callProvider({ base: getTermiiVariables().TERMII_BASE_URL, method: "GET", path });
  const json = result.kind === "response" ? result.json : parseListStart(result.text);
  if (result.kind === "response" && result.status >= 300)
    return { kind: "unclear", problem: describeRejection(result.status, json) };
  if (!Array.isArray(json))
    return {
      kind: "unclear",
      problem: result.kind === "failed" ? result.problem : "its history can’t be read",
    };
  const match = json
    .flatMap((item) => HistoryEntry.safeParse(item).data ?? [])
    .find(
      (entry) =>
        entry.receiver === toDigits(to) &&
        !otherRefs.has(entry.message_id) &&
        Date.parse(`${entry.created_at.replace(" ", "T")}Z`) > since.getTime() - TIME_TOLERANCE_MS &&
        (entry.message === text || (medium === "whatsapp" && /whatsapp/i.test(entry.sms_type ?? ""))),
    );
  return match ? { kind: "found", ref: match.message_id } : { kind: "none" };
}

/** Parses the whole items at the beginning of a JSON list that was cut off; undefined without any. */
function parseListStart(text: string): unknown {
  const end = text.lastIndexOf("},");
  return end < 0 ? undefined : parseJson(`${text.slice(0, end + 1)}]`);
}

function readWebhook(raw: Uint8Array, headers: Headers, secret: string): ProviderEvent | undefined {
  const signature = headers.get(SIGNATURE_HEADER);
  if (!isSigned(raw, signature, [secret], { hash: "sha512", encoding: "hex" })) return undefined;
  const event = parseJson(Buffer.from(raw).toString("utf8"));
  if (!isObject(event)) return { about: "other" };
  if (event.type === "inbound" && typeof event.sender === "string" && typeof event.message === "string")
    return { about: "reply", from: `+${event.sender.replace(/\D/g, "")}`, text: event.message };
  const outcome = toOutcome(String(event.status ?? ""));
  return event.type === "outbound" && outcome
    ? { about: "report", ref: String(event.message_id ?? ""), outcome }
    : { about: "other" };
}

/** Statuses read "DELIVERED", "Message Failed", "DND Active on Phone Number"; others aren't final. */
function toOutcome(status: string): "delivered" | "failed" | undefined {
  if (/^delivered/i.test(status)) return "delivered";
  return /failed|dnd|reject|expired/i.test(status) ? "failed" : undefined;
}
