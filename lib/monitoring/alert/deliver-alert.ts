import { z } from "zod";
import type { alertRecipients } from "#db/schema/alert";
import { getTrialValue } from "#lib/core/bounds";
import { env } from "#lib/core/env";
import { log } from "#lib/core/log";
import { postSigned } from "#lib/core/network/post-signed";
import { postToUrl } from "#lib/core/network/post-to-url";
import { unseal } from "#lib/core/seal";
import { parseJson } from "#lib/core/text/foreign-text";
import { type Letter, renderLetter } from "#lib/mail/letter";
import { createMailTransport } from "#lib/mail/transport";
import { getMailVariables } from "#lib/mail/variables";
import { getMonitoringVariables } from "#lib/monitoring/variables";

export interface AlertMessage {
  type: "alert.began" | "alert.over" | "alert.test";
  kind: string;
  urgent: boolean;
  title: string;
  note: string;
  path: string;
  began: Date;
  over: Date | null;
}

export type AlertTarget = Pick<typeof alertRecipients.$inferSelect, "channel" | "target" | "sealedSecret">;

interface AlertDeliveryOptions {
  /** The same at each attempt. */
  messageId: string;
  /** How long it may take in all. */
  timeoutMs: number;
}

/** Sends a message once. Never throws. @returns why it was not delivered; undefined when it was. */
export function deliverAlert(
  to: AlertTarget,
  message: AlertMessage,
  options: AlertDeliveryOptions,
): Promise<string | undefined> {
  const send = { mail: sendByMail, telegram: postToTelegram, webhook: postToWebhook }[to.channel];
  return send(to, message, options);
}

async function sendByMail(
  { target: recipient }: AlertTarget,
  message: AlertMessage,
  { messageId, timeoutMs }: AlertDeliveryOptions,
): Promise<string | undefined> {
  const { SMTP_URL } = getMailVariables();
  const { NEXTAUTH_URL } = env();
  if (!SMTP_URL) return "the portal has no mail server";
  const letter = toAlertLetter(message);
  const { problem } = await createMailTransport(SMTP_URL, timeoutMs).send({
    recipient,
    subject: letter.subject,
    body: renderLetter(letter),
    at: new Date(),
    messageId: `<${messageId}@${new URL(NEXTAUTH_URL).hostname}>`,
  });
  return problem;
}

function toAlertLetter(message: AlertMessage): Letter {
  return {
    subject: formatSubject(message),
    paragraphs: message.note ? [message.note] : [],
    act: { label: "Open", path: message.path },
    because: "You get this because an admin added this address to the alert recipients.",
  };
}

function formatSubject({ type, title }: AlertMessage): string {
  if (type === "alert.test") return title;
  return type === "alert.over" ? `Resolved: ${title}` : `Action required: ${title}`;
}

async function postToWebhook(
  { target, sealedSecret }: AlertTarget,
  message: AlertMessage,
  options: AlertDeliveryOptions,
): Promise<string | undefined> {
  const secret = unsealSecret(sealedSecret);
  if (!secret) return "its secret cannot be decrypted any more: remove the recipient and add it again";
  const { type, kind, urgent, title, note, path, began, over } = message;
  const url = new URL(path, env().NEXTAUTH_URL).href;
  const body = JSON.stringify({
    type,
    timestamp: (over ?? began).toISOString(),
    // Chat programs show a field of this name as it is.
    text: toPlainText(message),
    data: { kind, urgent, title, note, url, began: began.toISOString(), over: over?.toISOString() ?? null },
  });
  return (await postSigned(target, { secrets: [secret], body, ...options })).problem;
}

function unsealSecret(sealed: string | null): string | undefined {
  try {
    return sealed === null ? undefined : unseal(sealed, "webhook secrets");
  } catch (error) {
    log.error("alert.sealed", { error });
    return undefined;
  }
}

const TelegramResponse = z.object({ description: z.string().max(1_000) });

async function postToTelegram(
  { target: chat }: AlertTarget,
  message: AlertMessage,
  { timeoutMs }: AlertDeliveryOptions,
): Promise<string | undefined> {
  const { ALERT_TELEGRAM_TOKEN: token } = getMonitoringVariables();
  const base = getTrialValue("ALERT_TELEGRAM_BASE_URL") ?? "https://api.telegram.org";
  if (!token) return "the portal has no Telegram bot";
  const body = JSON.stringify({
    chat_id: chat,
    text: toPlainText(message),
    link_preview_options: { is_disabled: true },
  });
  const { problem, responseText = "" } = await postToUrl(`${base}/bot${token}/sendMessage`, {
    body,
    headers: {},
    timeoutMs,
  });
  return problem && formatFailure(problem, responseText);
}

/** Adds the reason that Telegram gives for a rejection, such as an unknown chat. */
function formatFailure(problem: string, responseText: string): string {
  const { data } = TelegramResponse.safeParse(parseJson(responseText));
  return data ? `${problem}: ${data.description}`.slice(0, 200) : problem;
}

const toPlainText = (message: AlertMessage) =>
  [
    `${env().PORTAL_NAME}: ${formatSubject(message)}`,
    ...(message.note ? [message.note] : []),
    new URL(message.path, env().NEXTAUTH_URL).href,
  ].join("\n");
