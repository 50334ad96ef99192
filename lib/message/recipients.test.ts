import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { modules, TABLES } from "#lib/modules";
import { erasePersonalData } from "#lib/privacy/erase-personal-data";
import { exportPersonalData } from "#lib/privacy/export-personal-data";
import { sweepOrders } from "#lib/shop/order/sweep-orders";
import { createTermiiWebhook } from "#sandbox/phones/termii";
import { handleMessageWebhook } from "./receive-message-webhook.ts";
import { getRecipientState, stopMessages } from "./recipients.ts";
import { openMessageScene } from "./testing/message-scene.ts";

const scene = await openMessageScene();
const { at, phones, row, sendDue, messageOf } = scene;

const codeOf = async (phone: string) =>
  String((await row(sql`select code from message_recipients where phone = ${phone}`))?.code);

/** Sends a reply from a phone to the portal's route. @returns the status */
async function reply(phone: string, text: string, forge = false): Promise<number> {
  const { body, headers } = createTermiiWebhook({ from: phone, text, at: new Date() });
  const request = new Request("http://x/api/messages/termii", {
    method: "POST",
    body: forge ? `${body} ` : body,
    headers,
  });
  return (await handleMessageWebhook(request, "termii")).status;
}

test("stops messages by a stop word, and starts them again by another", async () => {
  const shop = await scene.openShop();
  const number = scene.createNumber();
  await scene.delivered(shop, number);
  expect(await reply(number.phone, "STOP", true)).toBe(401);
  expect(await reply(number.phone, "Thanks, don’t stop!")).toBe(200);
  await sendDue();
  expect(phones.messages(number.phone)).toHaveLength(1);

  await scene.delivered(shop, number);
  expect(await reply(number.phone, " Stop all")).toBe(200);
  await sendDue();
  expect(await messageOf(number.phone)).toMatchObject({
    state: "failed",
    skipped: "stopped",
    problem: "its owner stopped messages",
  });
  // Another consent, which any customer may give in a form, doesn't take the owner's stop back.
  await scene.delivered(shop, number);
  await sendDue();
  expect(phones.messages(number.phone)).toHaveLength(1);

  expect(await reply(number.phone, "start")).toBe(200);
  await scene.delivered(shop, number);
  await sendDue();
  expect(phones.messages(number.phone)).toHaveLength(2);
});

test("stops messages by the link in each of them", async () => {
  const shop = await scene.openShop();
  const { phone } = await scene.delivered(shop);
  const code = await codeOf(phone);
  const visitor = scene.visitor();
  expect(await getRecipientState(visitor, { code })).toEqual({ stopped: false });
  await Promise.all([1, 2, 3].map(() => stopMessages(visitor, { code, stop: "yes" })));
  expect(await getRecipientState(visitor, { code })).toEqual({ stopped: true });
  await sendDue();
  expect(phones.messages(phone)).toEqual([]);
  const recorded = sql`select count(*)::int as count from audit where action = 'message.stopped' and subject_id =
    (select id::text from message_recipients where phone = ${phone})`;
  expect(await row(recorded)).toEqual({ count: 1 });
  await stopMessages(visitor, { code, stop: "no" });
  expect(await getRecipientState(visitor, { code })).toEqual({ stopped: false });
  await expect(getRecipientState(visitor, { code: "zzzzzzzzzz" })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(stopMessages(visitor, { code: "zzzzzzzzzz", stop: "yes" })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("keeps a provider’s report on a message", async () => {
  const shop = await scene.openShop();
  const { phone } = await scene.delivered(shop);
  await sendDue();
  const [message] = phones.messages(phone);
  if (!message) throw new Error("nothing came");
  const request = new Request("http://x/", { method: "POST", ...createTermiiWebhook(message) });
  expect((await handleMessageWebhook(request, "termii")).status).toBe(200);
  expect(await messageOf(phone)).toMatchObject({ report: "delivered" });
  expect((await handleMessageWebhook(new Request("http://x/", { method: "POST" }), "twilio")).status).toBe(
    404,
  );
});

test("exports and erases a number with all that is known of its messages", async () => {
  const shop = await scene.openShop();
  const { phone } = await scene.delivered(shop);
  await sendDue();
  await scene.delivered(shop, { phone, local: `0${phone.slice(4)}` });
  await sweepOrders(at.system);
  const admin = await at.admin();
  const chunks = await Array.fromAsync(await exportPersonalData(admin, { who: phone }, TABLES));
  const exported = JSON.parse(chunks.join("")) as Record<string, unknown[]>;
  expect(exported.message_recipients).toHaveLength(1);
  expect(exported.customer_messages).toHaveLength(2);
  expect(exported.deliveries).toHaveLength(2);
  await erasePersonalData(admin, { who: phone, reason: "asked on 3 May" }, modules);
  expect(
    await row(sql`select count(*)::int as count from message_recipients where phone = ${phone}`),
  ).toEqual({ count: 0 });
  await sendDue();
  expect(phones.messages(phone)).toHaveLength(1);
});
