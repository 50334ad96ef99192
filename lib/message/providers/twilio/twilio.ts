import { z } from "zod";
import { getTrialValue } from "#lib/core/bounds";
import { env } from "#lib/core/env";
import { isSigned } from "#lib/core/network/webhook-signature";
import { callProvider, classifyStatus, describeRejection } from "#lib/message/providers/call-provider";
import type {
  FindResult,
  Medium,
  MessageProvider,
  OutgoingMessage,
  ProviderEvent,
  SendResult,
} from "#lib/message/providers/message-provider";
import { getTwilioVariables } from "./variables.ts";

const SIGNATURE_HEADER = "x-twilio-signature";

/**
 * Creates the adapter of Twilio (www.twilio.com/docs/messaging: Messages resource, content templates);
 * undefined without keys.
 */
export function createTwilio(): MessageProvider | undefined {
  const {
    TWILIO_ACCOUNT_SID: sid,
    TWILIO_AUTH_TOKEN: token,
    TWILIO_SMS_FROM,
    TWILIO_WHATSAPP_FROM,
  } = getTwilioVariables();
  if (!sid || !token) return undefined;
  const media: Medium[] = [];
  if (TWILIO_SMS_FROM) media.push("sms");
  if (TWILIO_WHATSAPP_FROM) media.push("whatsapp");
  const account = {
    path: `/2010-04-01/Accounts/${sid}/Messages.json`,
    headers: { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString("base64")}` },
  };
  return {
    name: "twilio",
    label: "Twilio",
    media,
    send: (message) => sendMessage(message, account),
    find: (message, since, otherRefs) => findMessage(message, { since, otherRefs, account }),
    readWebhook: (raw, headers, url) => readWebhook(raw, headers, { url, token }),
  };
}

interface TwilioAccount {
  path: string;
  headers: Record<string, string>;
}

const toAddress = (phone: string, medium: Medium) => (medium === "whatsapp" ? `whatsapp:${phone}` : phone);

const Created = z.object({ sid: z.string().min(1).max(100) });
const Failure = z.object({ code: z.number() });

/** The recipient replied STOP to one of this account's messages. */
const UNSUBSCRIBED_CODE = 21_610;

const getBase = () => getTrialValue("TWILIO_BASE_URL") ?? "https://api.twilio.com";

async function sendMessage(message: OutgoingMessage, account: TwilioAccount): Promise<SendResult> {
  const result = await callProvider({
    base: getBase(),
    method: "POST",
    ...account,
    form: {
      To: toAddress(message.to, message.medium),
      StatusCallback: new URL("/api/messages/twilio", env().NEXTAUTH_URL).href,
      ...toContent(message),
    },
  });
  if (result.kind === "failed")
    return result.sent
      ? { kind: "unclear", problem: result.problem }
      : { kind: "rejected", problem: result.problem, permanent: false };
  const { status: httpStatus, json } = result;
  const created = httpStatus < 300 && Created.safeParse(json).data;
  if (created) return { kind: "accepted", ref: created.sid };
  const meaning = classifyStatus(httpStatus);
  const problem = describeRejection(httpStatus, json);
  if (meaning === "unclear") return { kind: "unclear", problem, httpStatus };
  const stopped = Failure.safeParse(json).data?.code === UNSUBSCRIBED_CODE;
  return { kind: "rejected", problem, httpStatus, permanent: meaning === "permanent", stopped };
}

/** An SMS has its text; WhatsApp takes a template, with its values by number. */
function toContent({ medium, kind, text, values }: OutgoingMessage): Record<string, string> {
  const {
    TWILIO_SMS_FROM: from = "",
    TWILIO_WHATSAPP_FROM,
    TWILIO_WHATSAPP_TEMPLATES,
  } = getTwilioVariables();
  if (medium === "sms")
    return { Body: text, ...(from.startsWith("MG") ? { MessagingServiceSid: from } : { From: from }) };
  const numbered = Object.values(values).map((value, n) => [String(n + 1), value]);
  return {
    From: `whatsapp:${TWILIO_WHATSAPP_FROM}`,
    ContentSid: TWILIO_WHATSAPP_TEMPLATES?.[kind] ?? "",
    ContentVariables: JSON.stringify(Object.fromEntries(numbered)),
  };
}

const MessageList = z.object({
  messages: z.array(
    z.object({
      sid: z.string(),
      body: z.string().nullish(),
      direction: z.string(),
      date_created: z.string(),
    }),
  ),
});

/** The difference of two machines' clocks. */
const CLOCK_TOLERANCE_MS = 60_000;

async function findMessage(
  { to, medium, text }: OutgoingMessage,
  { since, otherRefs, account }: { since: Date; otherRefs: ReadonlySet<string>; account: TwilioAccount },
): Promise<FindResult> {
  const query = new URLSearchParams({ To: toAddress(to, medium), PageSize: "50" });
  const result = await callProvider({
    base: getBase(),
    method: "GET",
    path: `${account.path}?${query}`,
    headers: account.headers,
  });
  if (result.kind === "failed") return { kind: "unclear", problem: result.problem };
  const list = result.status < 300 ? MessageList.safeParse(result.json).data : undefined;
  if (!list) return { kind: "unclear", problem: describeRejection(result.status, result.json) };
  const message = list.messages.find(
    ({ sid, body, direction, date_created }) =>
      direction !== "inbound" &&
      !otherRefs.has(sid) &&
      Date.parse(date_created) > since.getTime() - CLOCK_TOLERANCE_MS &&
      (medium === "whatsapp" || body === text),
  );
  return message ? { kind: "found", ref: message.sid } : { kind: "none" };
}

/** The signature covers the address and every field, in the order of their names. */
function readWebhook(
  raw: Uint8Array,
  headers: Headers,
  { url, token }: { url: string; token: string },
): ProviderEvent | undefined {
  const form = new URLSearchParams(Buffer.from(raw).toString("utf8"));
  const names = [...new Set(form.keys())].sort();
  const signed = Buffer.from(url + names.map((name) => name + form.get(name)).join(""));
  if (!isSigned(signed, headers.get(SIGNATURE_HEADER), [token], { hash: "sha1", encoding: "base64" }))
    return undefined;
  const [ref, status, from, text] = ["MessageSid", "MessageStatus", "From", "Body"].map((name) =>
    form.get(name),
  );
  if (ref && status) {
    const outcome = REPORTS[status];
    return outcome ? { about: "report", ref, outcome } : { about: "other" };
  }
  return from && text !== null
    ? { about: "reply", from: from.replace("whatsapp:", ""), text: text ?? "" }
    : { about: "other" };
}

/** Final states of a message; the others follow each other on the way. */
const REPORTS: Partial<Record<string, "delivered" | "failed">> = {
  delivered: "delivered",
  read: "delivered",
  undelivered: "failed",
  failed: "failed",
};
