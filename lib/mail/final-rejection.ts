export interface MailRejection {
  /** The command that it responded to. */
  command?: string | undefined;
  /** For example 550. */
  responseCode?: number | undefined;
  response?: string | undefined;
}

/**
 * Whether a mail server rejected the recipient for ever, so that another attempt is useless. Everything else
 * passes or can be solved by the operator: a limit for a day, a full mailbox, a rejected sender. Many servers
 * say such things in response to the recipient, too, so only a mailbox that doesn't exist counts.
 */
export function isFinalRejection({ command, responseCode = 0, response = "" }: MailRejection): boolean {
  if (command !== "RCPT TO" || responseCode < 500) return false;
  const enhanced = /^\d{3}[ -]5\.(\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return enhanced === undefined || enhanced === "1.0"
    ? !PASSING_WORDS.test(response)
    : FINAL_CODES.test(enhanced);
}

/** RFC 3463: a wrong address, except the sender's (1.7, 1.8), and a mailbox that is disabled. */
const FINAL_CODES = /^(1\.(1|2|3|4|6|9|10)|2\.[01])$/;

/** The words of servers without a code that says it. */
const PASSING_WORDS =
  /\b(sender|from|limit(s|ed)?|quota|full|rates?|too many|exceed(s|ed)?|relay(ing)?|auth\w*|block(ed)?|blacklist(ed)?|denied|spam|policy|rcpthosts|later|temporar(y|ily))\b/i;
