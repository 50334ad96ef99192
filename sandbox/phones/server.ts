import { startListener } from "#sandbox/listener";
import { createPhonePage } from "./page.ts";
import { createPhonesListener, listPhoneVariables, sendReply } from "./service.ts";
import { createPhoneWorld, type PhoneFault, type PhoneMessage } from "./world.ts";

export interface Phones {
  /** The page that shows every phone's messages. */
  url: string;
  /** The portal's variables for each provider. */
  variables: ReturnType<typeof listPhoneVariables>;
  /** The messages to a number in E.164, oldest first; to all numbers by default. */
  messages(to?: string): PhoneMessage[];
  /** Waits until a number's messages satisfy a predicate, and returns them; throws after three minutes. */
  waitFor(to: string, done: (messages: PhoneMessage[]) => boolean): Promise<PhoneMessage[]>;
  /** Waits until the service stops responding to a message to this number. */
  waitForSilence(to: string): Promise<void>;
  /** Replaces the faults; none by default. Requests without a response are cut. */
  faults(...faults: PhoneFault[]): void;
  /** Sends a reply from a phone, by the provider that last sent to it. @returns the portal's status */
  reply(from: string, text: string): Promise<number>;
  /** The portal's address to which reports and replies go; none are sent before. */
  sendWebhooksTo(url: string): void;
  close(): Promise<void>;
}

const WAIT_TIMEOUT_MS = 180_000;

/**
 * Starts a service that is Termii and Twilio at once, and the page of its phones; port 0 takes any free one.
 */
export async function startPhones({ port = 0, pagePort = 0 } = {}): Promise<Phones> {
  const world = createPhoneWorld();
  const service = await startListener(createPhonesListener(world), "127.0.0.1", port);
  const reply = (from: string, text: string) => sendReply(world, from, text);
  const page = await startListener(createPhonePage(world, reply), "127.0.0.1", pagePort);
  const messages = (to?: string) => world.messages.filter((message) => !to || message.to === to);
  const until = async (done: () => boolean, says: () => string) => {
    const late = AbortSignal.timeout(WAIT_TIMEOUT_MS);
    const over = new Promise<void>((resolve) => late.addEventListener("abort", () => resolve()));
    while (!done()) {
      if (late.aborted) throw new Error(`Waited for too long. ${says()}`);
      await Promise.race([world.next(), over]);
    }
  };
  return {
    url: page.url,
    variables: listPhoneVariables(service.url),
    messages,
    async waitFor(to, done) {
      await until(
        () => done(messages(to)),
        () => `There came: ${messages(to).map(({ text }) => text)}`,
      );
      return messages(to);
    },
    waitForSilence: (to) =>
      until(
        () => world.silences.includes(to),
        () => `The service never stopped responding to ${to}.`,
      ),
    faults(...faults) {
      world.faults = faults;
      service.cut();
    },
    reply,
    sendWebhooksTo(url) {
      world.webhooks = url;
    },
    async close() {
      await Promise.all([service.down(), page.down()]);
    },
  };
}
