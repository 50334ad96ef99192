import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { notify } from "#db/listen";
import { mails } from "#db/schema/mail";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { seal } from "#lib/core/sealed";
import { type Letter, writtenOut } from "./letter.ts";

/** Whether e-mail is sent at all. */
export const sendsMail = () => env().SMTP_URL !== undefined;

interface NewMail {
  kind: "notice" | "report" | "safety" | "summary" | "password" | "alert";
  accountId: number | null;
  recipient: string;
  letter: Letter;
  /** Where programs that read mail end such mails, with one POST. */
  stop?: string | undefined;
  /** What goes with it, where it can be made when the mail is sent. */
  file?: Omit<MailFile, "attached"> | undefined;
  /** How long it is tried. */
  hours: number;
}

/** A file to be made when its mail is sent, which is kept nowhere. */
export interface MailFile {
  /** What it shows, and of when, as whoever makes it knows them. */
  of: string;
  key: string;
  accountId: number;
  /** What the mail says where the file is in it. */
  attached: { text: string; html: string };
}

/** What is sealed of a mail. */
export interface MailBody {
  text: string;
  html: string;
  stop?: string | undefined;
  file?: MailFile | undefined;
}

/**
 * Puts a mail into the queue; it is sent once the transaction of `ctx` has committed. At least once: a process that dies
 * while it sends leaves it to another, which sends it under the same Message-ID. Part of its caller's transaction; only
 * where `sendsMail()`.
 */
export async function writeMail(
  ctx: Ctx,
  { kind, accountId, recipient, letter, stop, hours, file }: NewMail,
): Promise<void> {
  const saying = (more: string) => writtenOut({ ...letter, paragraphs: [...letter.paragraphs, more] });
  const body: MailBody = file
    ? { ...saying(APART), stop, file: { ...file, attached: saying(WITHIN) } }
    : { ...writtenOut(letter), stop };
  await ctx.db.insert(mails).values({
    ...{ kind, accountId, recipient },
    messageId: `<${randomUUID()}@${new URL(env().NEXTAUTH_URL).hostname}>`,
    subject: onOneLine(letter.subject),
    sealed: seal(JSON.stringify(body), "mails"),
    giveUpAt: sql`now() + make_interval(hours => ${hours})`,
  });
  await notify(ctx.db, "mail");
}

const WITHIN = "The file is in this mail.";
const APART = "The file is not in this mail: open the page to read it or to take it along.";

/** A header's worth of text: without line ends and other signs by which one could begin another header. */
const onOneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, 200);
