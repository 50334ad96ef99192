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
  kind: "notice" | "safety" | "summary" | "password" | "alert";
  accountId: number | null;
  recipient: string;
  letter: Letter;
  /** Where programs that read mail end such mails, with one POST. */
  stop?: string | undefined;
  /** How long it is tried. */
  hours: number;
}

/** What is sealed of a mail. */
export interface MailBody {
  text: string;
  html: string;
  stop?: string | undefined;
}

/**
 * Puts a mail into the queue; it is sent once the transaction of `ctx` has committed. At least once: a process that dies
 * while it sends leaves it to another, which sends it under the same Message-ID. Part of its caller's transaction; only
 * where `sendsMail()`.
 */
export async function writeMail(
  ctx: Ctx,
  { kind, accountId, recipient, letter, stop, hours }: NewMail,
): Promise<void> {
  const body: MailBody = { ...writtenOut(letter), stop };
  await ctx.db.insert(mails).values({
    ...{ kind, accountId, recipient },
    messageId: `<${randomUUID()}@${new URL(env().NEXTAUTH_URL).hostname}>`,
    subject: onOneLine(letter.subject),
    sealed: seal(JSON.stringify(body), "mails"),
    giveUpAt: sql`now() + make_interval(hours => ${hours})`,
  });
  await notify(ctx.db, "mail");
}

/** A header's worth of text: without line ends and other signs by which one could begin another header. */
const onOneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, 200);
