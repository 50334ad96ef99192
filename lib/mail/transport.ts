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

/** A file that goes with a mail. */
export interface Attachment {
  name: string;
  type: string;
  content: Buffer;
}

interface Mail {
  messageId: string;
  recipient: string;
  subject: string;
  /** When it was written. */
  at: Date;
  body: MailBody;
  file?: Attachment | undefined;
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
    async send({ messageId, recipient, subject, at, body: { text, html, stop }, file }: Mail): Promise<Sent> {
      try {
        await transport.sendMail({
          from: env().MAIL_FROM,
          to: { name: "", address: recipient },
          ...{ messageId, subject, text, html, date: at },
          ...(file && {
            attachments: [{ filename: file.name, contentType: file.type, content: file.content }],
          }),
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
  const { code = "", originalCode, responseCode = 0, response, message } = error as Failed;
  const hopeless = (code === "EENVELOPE" || code === "EMESSAGE") && responseCode >= 500;
  const said = WORDS[originalCode ?? code] ?? WORDS[code];
  const problem = said && response ? `${said}: ${response}` : (said ?? response ?? message);
  return { problem: (problem ?? "could not be sent").slice(0, 200), hopeless };
}

interface Failed {
  code?: string;
  /** The system's own, where nodemailer put another in its place. */
  originalCode?: string;
  responseCode?: number;
  response?: string;
  message?: string;
}

const UNTRUSTED = "nobody this machine trusts has signed the mail server’s certificate";

const WORDS: Readonly<Record<string, string>> = {
  EAUTH: "the mail server does not take the portal’s name and password",
  ETLS: "the mail server does not encrypt",
  EDNS: "the mail server’s name leads nowhere",
  ECONNREFUSED: "no mail server listens there",
  ETIMEDOUT: "the mail server says nothing",
  CERT_HAS_EXPIRED: "the mail server’s certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "the mail server’s certificate is for another name",
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
};
