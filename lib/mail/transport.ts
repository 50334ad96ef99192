import { createTransport } from "nodemailer";
import { isLoopback } from "#lib/core/address";
import { env } from "#lib/core/env";
import type { MailBody } from "./write-mail.ts";

/** What came of a try; `hopeless` when no further try would help. */
export interface Sent {
  /** Why it was not taken, in a few words; undefined when it was. */
  problem?: string | undefined;
  hopeless?: boolean;
}

interface Mail {
  messageId: string;
  recipient: string;
  subject: string;
  /** When it was written. */
  at: Date;
  body: MailBody;
}

/**
 * The way to the mail server of `SMTP_URL`: encrypted, but for one on this machine.
 * @param patienceMs how long it may say nothing, at each step.
 */
export function openTransport(smtpUrl: string, patienceMs: number) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const host = hostname.replace(/^\[|\]$/g, "");
  const secure = protocol === "smtps:";
  const transport = createTransport({
    ...{ host, secure, port: port ? Number(port) : secure ? 465 : 587 },
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    requireTLS: !secure && !isLoopback(host),
    ignoreTLS: !secure && isLoopback(host),
    name: new URL(env().NEXTAUTH_URL).hostname,
    ...{ connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs },
    dnsTimeout: patienceMs,
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  return {
    /** Sends a mail once, over a new connection. Never throws. */
    async send({ messageId, recipient, subject, at, body: { text, html, stop } }: Mail): Promise<Sent> {
      try {
        await transport.sendMail({
          from: env().MAIL_FROM,
          to: { name: "", address: recipient },
          ...{ messageId, subject, text, html, date: at },
          headers: {
            "Auto-Submitted": "auto-generated",
            ...(stop && {
              "List-Unsubscribe": `<${stop}>`,
              "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            }),
          },
        });
        return {};
      } catch (error) {
        return inWords(error);
      }
    },
  };
}

/** A refusal of this recipient or this message is final; whatever concerns the server may be put right. */
function inWords(error: unknown): Sent {
  const {
    code,
    responseCode = 0,
    response,
    message,
  } = error as {
    code?: string;
    responseCode?: number;
    response?: string;
    message?: string;
  };
  const hopeless = (code === "EENVELOPE" || code === "EMESSAGE") && responseCode >= 500;
  return { problem: (response ?? message ?? "could not be sent").slice(0, 200), hopeless };
}
