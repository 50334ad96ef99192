import type { PaymentEvent } from "./dialect.ts";
import type { WebhookFault } from "./faults.ts";
import {
  appendLogEntry,
  type PaymentsLogEntry,
  type PaymentsWorld,
  type SandboxAccount,
  type SandboxPayment,
} from "./world.ts";

const TIMEOUT_MS = 60_000;

type WebhookEntry = Extract<PaymentsLogEntry, { what: "webhook" }>;

/**
 * Notifies the portal of an event, signed as the provider signs, repeatedly until it is accepted. Resolves at
 * once, or after the first attempt when a fault wants the webhook to arrive before the browser returns.
 */
export async function sendWebhook(
  world: PaymentsWorld,
  subject: SandboxPayment | SandboxAccount,
  happening: PaymentEvent,
): Promise<void> {
  const dialect = world.dialects[subject.provider];
  const webhook = dialect.webhook(happening);
  const ofShop = "ofShop" in subject && subject.ofShop;
  const { webhooks, shopWebhooks } = world.settings;
  const to = ofShop ? shopWebhooks : webhooks && `${webhooks}/${dialect.name}/webhook`;
  if (!webhook || to === null) return;
  const fault = (world.faults.take("webhook", dialect.name)?.fault ?? null) as WebhookFault | null;
  if (fault === "other-amount") dialect.lie(webhook.body, { amount: 12_345_600n });
  if (fault === "other-currency") dialect.lie(webhook.body, { currency: "USD" });
  const body = JSON.stringify(webhook.body);
  const signed = dialect.sign(
    fault === "wrong-signature" ? `${body} ` : body,
    ofShop ? world.settings.shopKey : null,
  );
  const entry = appendLogEntry(world, dialect.name, {
    what: "webhook",
    event: webhook.event,
    body,
    fault,
    tries: 0,
    status: null,
  });
  const deliver = () => attemptDelivery(world, entry as WebhookEntry, { to, body, signed }, 0);
  if (fault === "never") return;
  if (fault === "before-redirect") return deliver();
  if (fault === "late" || fault === "reordered") {
    world.held.push({ reason: fault, send: () => void deliver() });
    return;
  }
  world.gate.later(world.settings.webhookMs, async () => {
    await deliver();
    if (fault === "twice") await deliver();
    // A webhook that was held back to come out of order follows the one that overtook it.
    releaseWebhooks(world, "reordered");
  });
}

/** Sends the webhooks that were held back; returns their number. */
export function releaseWebhooks(world: PaymentsWorld, reason: "reordered" | "late"): number {
  const released = world.held.filter((held) => held.reason === reason);
  world.held = world.held.filter((held) => held.reason !== reason);
  for (const { send } of released) send();
  return released.length;
}

async function attemptDelivery(
  world: PaymentsWorld,
  entry: WebhookEntry,
  sending: { to: string; body: string; signed: Record<string, string> },
  tried: number,
): Promise<void> {
  const status = await postWebhook(sending.to, sending.body, sending.signed);
  entry.tries += 1;
  entry.status = status;
  world.log.touch(entry);
  const wait = world.dialects[entry.provider].retries[tried];
  if (status === 200 || wait === undefined) return;
  const again = () => void attemptDelivery(world, entry, sending, tried + 1);
  world.gate.later(Math.ceil(wait / world.settings.haste), again);
}

async function postWebhook(
  url: string,
  body: string,
  signed: Record<string, string>,
): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const headers = { "content-type": "application/json", ...signed };
    const answer = await fetch(url, { method: "POST", body, headers, redirect: "manual", signal });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return null;
  }
}
