import type { Socket } from "node:net";
import type { MailMessage } from "./message.ts";

export interface ReceivedMail extends MailMessage {
  to: string[];
  at: Date;
}

/**
 * Faults: the recipient is rejected for good; the email is not accepted now; the sender may not send today, at
 * the sender's address or at the end; the server stops responding; it accepts the email and cuts the
 * connection before it says so.
 */
export const MAIL_FAULTS = ["refuse", "later", "sender", "limit", "hang", "drop"] as const;

export interface MailFault {
  kind: (typeof MAIL_FAULTS)[number];
  /** For emails to this address alone. */
  to?: string | undefined;
}

/** The maximum number of stored emails. */
const MAX_MAILS = 500;

/** Creates the state of the mailbox. */
export function createMailWorld() {
  const mails: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  const stir = () => {
    for (const wake of waiting) wake();
    waiting.clear();
  };
  return {
    mails,
    faults: [] as MailFault[],
    /** The addresses at which the server has stopped responding so far. */
    silences: [] as string[],
    sockets: new Set<Socket>(),
    keep(mail: ReceivedMail) {
      mails.push(mail);
      if (mails.length > MAX_MAILS) mails.shift();
      stir();
    },
    hung(to: readonly string[]) {
      this.silences.push(...to);
      stir();
    },
    /** Resolves at the next event. */
    next: () => new Promise<void>((resolve) => waiting.add(resolve)),
  };
}

export type MailWorld = ReturnType<typeof createMailWorld>;
