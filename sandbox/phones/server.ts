import { text } from "node:stream/consumers";
import { startListener } from "#sandbox/listener";
import { createPhonePage } from "./page.ts";
import { TEMPLATES_VARIABLE } from "./templates.ts";
import { createTermiiWebhook, respondAsTermii, TERMII_KEYS } from "./termii.ts";
import { createTwilioWebhook, respondAsTwilio, TWILIO_KEYS } from "./twilio.ts";
import { createPhoneWorld, type PhoneFault, type PhoneMessage, type PhoneReply } from "./world.ts";

export interface Phones {
  /** The page that shows every phone's messages. */
  url: string;
  /** The portal's variables for each provider. */
  variables: { termii: Record<string, string>; twilio: Record<string, string> };
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

const REPORT_DELAY_MS = 500;
const WAIT_TIMEOUT_MS = 180_000;

/**
 * Starts a service that is Termii and Twilio at once, and the page of its phones; port 0 takes any free one.
 */
export async function startPhones({ port = 0, pagePort = 0 } = {}): Promise<Phones> {
  const world = createPhoneWorld();
  const service = await startListener(
    async (request, response) => {
      const body = await text(request);
      const url = new URL(request.url ?? "/", "http://sandbox");
      const { method = "GET", headers } = request;
      const result = url.pathname.startsWith("/2010-04-01/")
        ? respondAsTwilio(world, { method, url, body, authorization: headers.authorization })
        : respondAsTermii(world, { method, url, body });
      if (result === "silent") return world.hung(findNumber(body));
      response
        .writeHead(result.status, { "content-type": "application/json" })
        .end(JSON.stringify(result.body));
      const sent = result.status < 300 && method === "POST" ? world.messages.at(-1) : undefined;
      // The network's report follows the response.
      if (sent) setTimeout(() => void sendWebhook(sent.provider, sent), REPORT_DELAY_MS).unref();
    },
    "127.0.0.1",
    port,
  );

  async function sendWebhook(
    provider: PhoneMessage["provider"],
    event: PhoneMessage | PhoneReply,
  ): Promise<number> {
    if (world.webhooks === null) return 0;
    const url = `${world.webhooks}/${provider}`;
    const webhook = provider === "twilio" ? createTwilioWebhook(event, url) : createTermiiWebhook(event);
    const signal = AbortSignal.timeout(20_000);
    const answer = await fetch(url, { method: "POST", ...webhook, redirect: "manual", signal }).catch(
      () => null,
    );
    await answer?.body?.cancel();
    return answer?.status ?? 0;
  }

  async function reply(from: string, text: string): Promise<number> {
    const answer = { from, text, at: new Date() };
    world.replies.push(answer);
    const last = world.messages.findLast(({ to }) => to === from);
    if (/^stop\b/i.test(text.trim()) && last?.provider === "twilio") world.unsubscribed.add(from);
    if (/^start\b/i.test(text.trim())) world.unsubscribed.delete(from);
    return sendWebhook(last?.provider ?? "termii", answer);
  }

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
    variables: {
      termii: {
        TERMII_BASE_URL: service.url,
        TERMII_API_KEY: TERMII_KEYS.key,
        TERMII_SECRET_KEY: TERMII_KEYS.secret,
        TERMII_SENDER_ID: TERMII_KEYS.sender,
        TERMII_WHATSAPP_DEVICE: TERMII_KEYS.device,
        TERMII_WHATSAPP_TEMPLATES: TEMPLATES_VARIABLE,
      },
      twilio: {
        TWILIO_BASE_URL: service.url,
        TWILIO_ACCOUNT_SID: TWILIO_KEYS.sid,
        TWILIO_AUTH_TOKEN: TWILIO_KEYS.token,
        TWILIO_SMS_FROM: TWILIO_KEYS.from,
        TWILIO_WHATSAPP_FROM: TWILIO_KEYS.from,
        TWILIO_WHATSAPP_TEMPLATES: TEMPLATES_VARIABLE,
      },
    },
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

/** Finds the number of a request in any of its forms. */
const findNumber = (body: string) =>
  `+${/(?:234|\+?1)\d{7,12}/.exec(decodeURIComponent(body))?.[0].replace("+", "") ?? ""}`;
