import { createTransport } from "nodemailer";
import { env } from "#lib/core/env";
import { isLoopback } from "#lib/core/network/ip-address";
import { isFinalRejection, type MailRejection } from "./final-rejection.ts";
import type { MailBody } from "./queue-mail.ts";
import { getMailVariables } from "./variables.ts";

/** The result of an attempt; `hopeless` when another would be useless. */
export interface MailResult {
  /** The reason why it was rejected, in a few words; undefined when it was accepted. */
  problem?: string | undefined;
  hopeless?: boolean;
}

/** A file attached to an email. */
export interface Attachment {
  name: string;
  type: string;
  content: Buffer;
}

interface OutgoingMail {
  messageId: string;
  recipient: string;
  subject: string;
  /** When it was written. */
  at: Date;
  body: MailBody;
  file?: Attachment | undefined;
}

/**
 * Creates the connection to the mail server of `SMTP_URL`: encrypted, except to one on this machine.
 * @param timeoutMs how long it may say nothing, at each step
 */
export function createMailTransport(smtpUrl: string, timeoutMs: number) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const host = hostname.replace(/^\[|\]$/g, "");
  const secure = protocol === "smtps:";
  const transport = createTransport({
    host,
    secure,
    port: port ? Number(port) : secure ? 465 : 587,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    requireTLS: !secure && !isLoopback(host),
    ignoreTLS: !secure && isLoopback(host),
    name: new URL(env().NEXTAUTH_URL).hostname,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    /** Sends an email once, over a new connection. Never throws. */
    async send({
      messageId,
      recipient,
      subject,
      at,
      body: { text, html, stop },
      file,
    }: OutgoingMail): Promise<MailResult> {
      try {
        await transport.sendMail({
          from: getMailVariables().MAIL_FROM,
          to: { name: "", address: recipient },
          messageId,
          subject,
          text,
          html,
          date: at,
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
        return describeFailure(error);
      }
    },
  };
}

function describeFailure(error: unknown): MailResult {
  const { code = "", originalCode, response, message } = error as MailFailure;
  const said = FAILURE_LABELS[originalCode ?? code] ?? FAILURE_LABELS[code];
  const problem = said && response ? `${said}: ${response}` : (said ?? response ?? message);
  return {
    problem: (problem ?? "could not be sent").slice(0, 200),
    hopeless: isFinalRejection(error as MailFailure),
  };
}

interface MailFailure extends MailRejection {
  code?: string;
  /** The system's code, where nodemailer replaced it. */
  originalCode?: string;
  message?: string;
}

const UNTRUSTED_LABEL = "this machine does not trust the mail server’s certificate";

const FAILURE_LABELS: Readonly<Record<string, string>> = {
  EAUTH: "the mail server rejects the portal’s name and password",
  ETLS: "the mail server does not encrypt",
  EDNS: "the mail server’s name cannot be resolved",
  ECONNREFUSED: "no mail server listens there",
  ETIMEDOUT: "the mail server does not respond",
  CERT_HAS_EXPIRED: "the mail server’s certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "the mail server’s certificate is for another name",
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED_LABEL,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED_LABEL,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED_LABEL,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED_LABEL,
};
