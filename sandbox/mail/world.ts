import type { Socket } from "node:net";
import type { Message } from "./message.ts";

export interface Mail extends Message {
  to: string[];
  at: Date;
}

/**
 * What goes wrong: the recipient is refused for good; the mail is not taken now; nothing is said any more; it is taken,
 * and the line cut before anybody hears so.
 */
export const FAULTS = ["refuse", "later", "hang", "drop"] as const;

export interface Fault {
  kind: (typeof FAULTS)[number];
  /** For mail to this address alone. */
  to?: string | undefined;
}

/** How many mails are kept. */
const MOST = 500;

/** Everything that the mailbox knows. */
export function newWorld() {
  const mails: Mail[] = [];
  const waiting = new Set<() => void>();
  const stir = () => {
    for (const wake of waiting) wake();
    waiting.clear();
  };
  return {
    mails,
    faults: [] as Fault[],
    /** To whom nothing was said any more, so far. */
    silences: [] as string[],
    sockets: new Set<Socket>(),
    keep(mail: Mail) {
      mails.push(mail);
      if (mails.length > MOST) mails.shift();
      stir();
    },
    hung(to: readonly string[]) {
      this.silences.push(...to);
      stir();
    },
    /** Resolves at the next thing that happens. */
    next: () => new Promise<void>((resolve) => waiting.add(resolve)),
  };
}

export type World = ReturnType<typeof newWorld>;
