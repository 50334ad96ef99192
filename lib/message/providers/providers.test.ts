import { afterAll, beforeEach, expect, test } from "vitest";
import { env } from "#lib/core/env";
import { startPhones } from "#sandbox/phones/server";
import type { Medium, MessageProvider, OutgoingMessage } from "./message-provider.ts";
import { createTermii } from "./termii/termii.ts";
import { createTwilio } from "./twilio/twilio.ts";

const phones = await startPhones();
Object.assign(process.env, phones.variables.termii, phones.variables.twilio);
afterAll(() => phones.close());
beforeEach(() => phones.faults());

const PROVIDERS = { termii: createTermii(), twilio: createTwilio() };
const CASES = (["termii", "twilio"] as const).flatMap((name) =>
  (["sms", "whatsapp"] as const).map((medium) => [name, medium] as const),
);

const getProvider = (name: keyof typeof PROVIDERS): MessageProvider => {
  const provider = PROVIDERS[name];
  if (!provider) throw new Error(`no ${name}`);
  return provider;
};

let made = 0;
function createMessage(medium: Medium): OutgoingMessage {
  made += 1;
  const values = {
    shop: "Femi & Söhne",
    plan: "MTN 1 GB",
    order: `K7F-${made}`,
    link: "http://x/1",
    stop: "http://x/2",
  };
  return {
    to: `+23480355500${String(made).padStart(2, "0")}`,
    medium,
    kind: "delivered",
    text: `Femi: your MTN 1 GB was delivered + "all" of it. Order K7F-${made}.`,
    values,
  };
}

test.each(CASES)("%s sends an %s, and finds it again by its id", async (name, medium) => {
  const provider = getProvider(name);
  const message = createMessage(medium);
  const since = new Date();
  expect(await provider.find(message, since, new Set())).toEqual({ kind: "none" });
  const sent = await provider.send(message);
  const [received] = phones.messages(message.to);
  expect(sent).toEqual({ kind: "accepted", ref: received?.id });
  expect(received).toMatchObject({ provider: name, medium });
  expect(received?.text).toBe(
    medium === "sms"
      ? message.text
      : `Femi & Söhne: your MTN 1 GB was delivered. Order ${message.values.order}: http://x/1 No more messages: http://x/2`,
  );
  expect(await provider.find(message, since, new Set())).toEqual({ kind: "found", ref: received?.id });
  expect(await provider.find(message, since, new Set([received?.id ?? ""]))).toEqual({ kind: "none" });
});

test.each(CASES)("%s tells a rejection of an %s from an unclear response", async (name, medium) => {
  const provider = getProvider(name);
  const message = createMessage(medium);
  phones.faults({ kind: "refuse" });
  const rejected = await provider.send(message);
  expect(rejected).toMatchObject({ kind: "rejected", permanent: true, httpStatus: 400 });
  expect(JSON.stringify(rejected)).not.toContain(message.to.slice(1));
  phones.faults({ kind: "empty" });
  expect(await provider.send(message)).toMatchObject({ kind: "rejected", permanent: false });
  phones.faults({ kind: "later" });
  expect(await provider.send(message)).toMatchObject({ kind: "unclear" });
  phones.faults({ kind: "silent" });
  const sending = provider.send(message);
  await phones.waitForSilence(message.to);
  phones.faults();
  expect(await sending).toMatchObject({ kind: "unclear", problem: "the connection was cut" });
});

test.each(["termii", "twilio"] as const)("%s that can’t be reached surely sends nothing", async (name) => {
  const closed = await startPhones();
  const key = name === "termii" ? "TERMII_BASE_URL" : "TWILIO_BASE_URL";
  const { termii, twilio } = closed.variables;
  await closed.close();
  const address = { ...termii, ...twilio }[key];
  const variables = (await import(`./${name}/variables.ts`)) as Record<string, () => Record<string, unknown>>;
  const values = name === "twilio" ? process.env : (Object.values(variables)[0]?.() ?? {});
  const before = values[key];
  values[key] = address;
  try {
    expect(await getProvider(name).send(createMessage("sms"))).toMatchObject({
      kind: "rejected",
      permanent: false,
    });
  } finally {
    values[key] = before;
  }
});

test("Twilio says that a number unsubscribed", async () => {
  const message = createMessage("sms");
  await getProvider("twilio").send(message);
  await phones.reply(message.to, "STOP");
  expect(await getProvider("twilio").send(message)).toMatchObject({ kind: "rejected", stopped: true });
});

test("reads webhooks that are signed with the secret, and no others", async () => {
  const { createTermiiWebhook } = await import("#sandbox/phones/termii");
  const { createTwilioWebhook } = await import("#sandbox/phones/twilio");
  const url = new URL("/api/messages/twilio", env().NEXTAUTH_URL).href;
  const reply = { from: "+2348035550001", text: "Stop, please", at: new Date() };
  const message = {
    ...createMessage("sms"),
    id: "SM1",
    from: "Kiosk",
    at: new Date(),
    provider: "twilio" as const,
  };
  for (const [provider, create] of [
    [getProvider("termii"), (event: typeof reply | typeof message) => createTermiiWebhook(event)],
    [getProvider("twilio"), (event: typeof reply | typeof message) => createTwilioWebhook(event, url)],
  ] as const) {
    const read = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
      provider.readWebhook(Buffer.from(body), new Headers(headers), url);
    expect(read(create(reply))).toEqual({ about: "reply", from: reply.from, text: reply.text });
    expect(read(create(message))).toEqual({ about: "report", ref: "SM1", outcome: "delivered" });
    const forged = create(reply);
    expect(read({ ...forged, body: forged.body.replace("Stop", "Start") })).toBeUndefined();
    expect(read({ ...forged, headers: {} })).toBeUndefined();
  }
});
