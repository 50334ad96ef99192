import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { listen } from "../listener.ts";
import { page } from "./page.ts";
import { smtpServer } from "./smtp.ts";
import { type Fault, type Mail, newWorld } from "./world.ts";

export interface Mailbox {
  /** The page that shows what came. */
  url: string;
  /** What goes into the portal's variables. */
  variables: { SMTP_URL: string; MAIL_FROM: string };
  /** What came for an address, oldest first; for everybody without one. */
  mails(to?: string): Mail[];
  /** Waits until somebody's mails satisfy a predicate, and returns them; throws with their subjects after three minutes. */
  waitFor(to: string, done: (mails: Mail[]) => boolean): Promise<Mail[]>;
  /** Waits until nothing is said any more to an address. */
  waitForSilence(to: string): Promise<void>;
  /** What goes wrong from now on; nothing when it is empty. Lines that hang are cut. */
  faults(...faults: Fault[]): void;
  close(): Promise<void>;
}

const PATIENCE_MS = 180_000;

/** Starts a mail server that keeps what it is given, and its page; port 0, the default, takes any free one. */
export async function startMailbox({ port = 0, pagePort = 0 } = {}): Promise<Mailbox> {
  const world = newWorld();
  const smtp = smtpServer(world);
  smtp.listen(port, "127.0.0.1");
  await once(smtp, "listening");
  const at = await listen(page(world), "127.0.0.1", pagePort);
  const mails = (to?: string) => world.mails.filter((mail) => !to || mail.to.includes(to.toLowerCase()));
  const cut = () => {
    for (const socket of world.sockets) socket.destroy();
  };
  const until = async (done: () => boolean, says: () => string) => {
    const late = AbortSignal.timeout(PATIENCE_MS);
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
        () => `Nobody hangs for ${to}.`,
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
