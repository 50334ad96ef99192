import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { deliveries } from "#db/schema/delivery";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { seal } from "#lib/core/seal";
import { type Letter, renderLetter } from "./letter.ts";
import { getMailVariables } from "./variables.ts";

/** Whether a mail server is set. */
export const isMailEnabled = () => getMailVariables().SMTP_URL !== undefined;

interface NewMail {
  kind: "notification" | "report" | "safety" | "summary" | "password";
  accountId: number | null;
  recipient: string;
  letter: Letter;
  /** The URL at which mail programs unsubscribe, with one POST. */
  stop?: string | undefined;
  /** Its attachment, where it can be made when the email is sent. */
  file?: Omit<MailFile, "attached"> | undefined;
  /** The hours until it expires. */
  hours: number;
}

/** A file that is made when its email is sent, and not stored. */
export interface MailFile {
  /** The report and its period, as the maker of the file names them. */
  of: string;
  key: string;
  accountId: number;
  /** The text of the email with the file attached. */
  attached: { text: string; html: string };
}

/** The sealed part of an email. */
export interface MailBody {
  text: string;
  html: string;
  stop?: string | undefined;
  file?: MailFile | undefined;
}

/**
 * Queues an email, which is sent after the transaction of `ctx` has committed: at least once, under one
 * Message-ID. Part of its caller's transaction; only where `isMailEnabled()`.
 */
export async function queueMail(
  ctx: Ctx,
  { kind, accountId, recipient, letter, stop, hours, file }: NewMail,
): Promise<void> {
  const renderWith = (more: string) => renderLetter({ ...letter, paragraphs: [...letter.paragraphs, more] });
  const body: MailBody = file
    ? { ...renderWith(NOT_ATTACHED_TEXT), stop, file: { ...file, attached: renderWith(ATTACHED_TEXT) } }
    : { ...renderLetter(letter), stop };
  await ctx.db.insert(deliveries).values({
    channel: "mail",
    type: kind,
    accountId,
    target: recipient,
    messageId: `<${randomUUID()}@${new URL(env().NEXTAUTH_URL).hostname}>`,
    subject: toSingleLine(letter.subject),
    sealed: seal(JSON.stringify(body), "mails"),
    expiresAt: sql`now() + make_interval(hours => ${hours})`,
  });
}

const ATTACHED_TEXT = "The file is attached.";
const NOT_ATTACHED_TEXT = "No file is attached. Open the page to read it.";

/** Removes line ends and other characters that could begin another header. */
const toSingleLine = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, 200);
