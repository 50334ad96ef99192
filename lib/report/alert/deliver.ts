import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import type { alertReceivers } from "#db/schema/alert";
import { env } from "#lib/core/env";
import { log } from "#lib/core/log";
import { post } from "#lib/core/post";
import { unseal } from "#lib/core/sealed";
import { type Letter, writtenOut } from "#lib/mail/letter";
import { openTransport } from "#lib/mail/transport";

/** What a receiver reads. */
export interface AlertMessage {
  type: "alert.began" | "alert.over" | "alert.test";
  kind: string;
  urgent: boolean;
  title: string;
  note: string;
  /** A page of the portal. */
  path: string;
  began: Date;
  over: Date | null;
}

export type Target = Pick<typeof alertReceivers.$inferSelect, "way" | "target" | "sealedSecret">;

interface Delivery {
  /** The same at each try. */
  messageId: string;
  /** How long it may take in all. */
  patienceMs: number;
}

/** Sends a message to a webhook or a Telegram chat, once. Never throws. @returns why it was not taken; undefined when it was. */
export function deliver(to: Target, message: AlertMessage, delivery: Delivery): Promise<string | undefined> {
  return to.way === "telegram" ? toTelegram(to.target, message, delivery) : toWebhook(to, message, delivery);
}

/** Says what came of a message that is sent now, however its receiver is reached. Never throws. */
export async function deliverNow(to: Target, message: AlertMessage, patienceMs: number) {
  const messageId = `msg_${randomUUID().replaceAll("-", "")}`;
  if (to.way !== "mail") return deliver(to, message, { messageId, patienceMs });
  const { SMTP_URL, NEXTAUTH_URL } = env();
  if (!SMTP_URL) return "the portal has no mail server";
  const letter = letterOf(message);
  const { problem } = await openTransport(SMTP_URL, patienceMs).send({
    ...{ recipient: to.target, subject: letter.subject, body: writtenOut(letter), at: new Date() },
    messageId: `<${messageId}@${new URL(NEXTAUTH_URL).hostname}>`,
  });
  return problem;
}

/** The message as a mail. */
export function letterOf(message: AlertMessage): Letter {
  return {
    subject: subjectOf(message),
    paragraphs: message.note ? [message.note] : [],
    act: { label: "Open", path: message.path },
    because: "You get this because an admin listed this address under Settings, Alerts.",
  };
}

function subjectOf({ type, title }: AlertMessage): string {
  if (type === "alert.test") return title;
  return type === "alert.over" ? `Over: ${title}` : `Needs a hand: ${title}`;
}

function toWebhook({ target, sealedSecret }: Target, message: AlertMessage, delivery: Delivery) {
  const { messageId, patienceMs } = delivery;
  const { type, kind, urgent, title, note, path, began, over } = message;
  const url = new URL(path, env().NEXTAUTH_URL).href;
  const at = new Date();
  const body = JSON.stringify({
    ...{ type, timestamp: (over ?? began).toISOString() },
    // Chat programs that take a message of this name show it as it is.
    text: plainText(message),
    data: { kind, urgent, title, note, url, began: began.toISOString(), over: over?.toISOString() ?? null },
  });
  const secret = readSecret(sealedSecret);
  if (!secret) return Promise.resolve("its secret cannot be read any more: remove it and add it again");
  const headers = {
    "User-Agent": "Portal-Webhooks/1",
    "webhook-id": messageId,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(messageId, at, body),
  };
  return post(target, { body, headers, patienceMs }).then(({ problem }) => problem);
}

function readSecret(sealed: string | null): string | undefined {
  try {
    return sealed === null ? undefined : unseal(sealed);
  } catch (error) {
    log.error("alert.sealed", { error });
    return undefined;
  }
}

const TelegramAnswer = z.object({ description: z.string().max(1_000) });

async function toTelegram(chat: string, message: AlertMessage, { patienceMs }: Delivery) {
  const { ALERT_TELEGRAM_TOKEN: token, ALERT_TELEGRAM_BASE_URL: base } = env();
  if (!token) return "the portal has no Telegram bot";
  const body = JSON.stringify({
    chat_id: chat,
    text: plainText(message),
    link_preview_options: { is_disabled: true },
  });
  const { problem, said = "" } = await post(`${base.replace(/\/$/, "")}/bot${token}/sendMessage`, {
    ...{ body, headers: {}, patienceMs },
  });
  return problem && why(problem, said);
}

/** What Telegram says of a message that it did not take, such as that there is no such chat. */
function why(problem: string, said: string): string {
  try {
    return `${problem}: ${TelegramAnswer.parse(JSON.parse(said)).description}`.slice(0, 200);
  } catch {
    return problem;
  }
}

const plainText = (message: AlertMessage) =>
  [
    `${env().PORTAL_NAME}: ${subjectOf(message)}`,
    ...(message.note ? [message.note] : []),
    new URL(message.path, env().NEXTAUTH_URL).href,
  ].join("\n");
