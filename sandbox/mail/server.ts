import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { startListener } from "#sandbox/listener";
import { createMailPage } from "./page.ts";
import { createSmtpServer } from "./smtp.ts";
import { createMailWorld, type MailFault, type ReceivedMail } from "./world.ts";

export interface Mailbox {
  /** The page that shows the received emails. */
  url: string;
  /** The portal's variables for this server. */
  variables: { SMTP_URL: string; MAIL_FROM: string };
  /** The emails to an address, oldest first; to all addresses by default. */
  mails(to?: string): ReceivedMail[];
  /**
   * Waits until an address's emails satisfy a predicate, and returns them; throws with their subjects after
   * three minutes.
   */
  waitFor(to: string, done: (mails: ReceivedMail[]) => boolean): Promise<ReceivedMail[]>;
  /** Waits until the server stops responding to a sender of this address. */
  waitForSilence(to: string): Promise<void>;
  /** Replaces the faults; none by default. Connections that hang are cut. */
  faults(...faults: MailFault[]): void;
  close(): Promise<void>;
}

const WAIT_TIMEOUT_MS = 180_000;

/** Starts a mail server that stores its emails, and its page; port 0, the default, takes any free one. */
export async function startMailbox({ port = 0, pagePort = 0 } = {}): Promise<Mailbox> {
  const world = createMailWorld();
  const smtp = createSmtpServer(world);
  smtp.listen(port, "127.0.0.1");
  await once(smtp, "listening");
  const at = await startListener(createMailPage(world), "127.0.0.1", pagePort);
  const mails = (to?: string) => world.mails.filter((mail) => !to || mail.to.includes(to.toLowerCase()));
  const cut = () => {
    for (const socket of world.sockets) socket.destroy();
  };
  const until = async (done: () => boolean, says: () => string) => {
    const late = AbortSignal.timeout(WAIT_TIMEOUT_MS);
    const over = new Promise<void>((resolve) => late.addEventListener("abort", () => resolve()));
    while (!done()) {
      if (late.aborted) throw new Error(`Waited for too long. ${says()}`);
      await Promise.race([world.next(), over]);
    }
  };
  return {
    url: at.url,
    variables: {
      SMTP_URL: `smtp://127.0.0.1:${(smtp.address() as AddressInfo).port}`,
      MAIL_FROM: "Kiosk <kiosk@sandbox.test>",
    },
    mails,
    async waitFor(to, done) {
      await until(
        () => done(mails(to)),
        () => `There came: ${mails(to).map(({ subject }) => subject)}`,
      );
      return mails(to);
    },
    waitForSilence: (to) =>
      until(
        () => world.silences.includes(to.toLowerCase()),
        () => `The server never stopped responding to ${to}.`,
      ),
    faults(...faults) {
      world.faults = faults;
      cut();
    },
    async close() {
      cut();
      smtp.close();
      await at.down();
    },
  };
}
