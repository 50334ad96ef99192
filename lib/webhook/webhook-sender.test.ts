import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { startLane } from "#lib/core/lane/lane";
import { openScene } from "#lib/testing/open-scene";
import { deliveryList } from "./delivery-list.ts";
import { addEndpoint } from "./endpoints.ts";
import { sendTestEvent } from "./send-manually.ts";
import { createWebhookLane, startWebhookSender } from "./webhook-sender.ts";

/** Longer than any test: requests without a response hang for good. */
const FOR_EVER = 600_000;

/** The responses to /hang, which stay open unless a test ends them. */
let hanging: ServerResponse[] = [];
let over = false;
let hangs = Promise.withResolvers<void>();
let arrived = Promise.withResolvers<void>();

const server = createServer((request, response) => {
  if (request.url === "/hang") {
    hanging.push(response);
    if (over) response.destroy();
    return hangs.resolve();
  }
  response.writeHead(204).end();
  arrived.resolve();
});

const at = await openScene({ WEBHOOK_ALLOW_PRIVATE: "1" });
await once(server.listen(0, "127.0.0.1"), "listening");
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
beforeEach(async () => {
  await at.system.db.execute(sql`truncate delivery_attempts, deliveries, webhook_endpoints cascade`);
  hanging = [];
  over = false;
  hangs = Promise.withResolvers();
  arrived = Promise.withResolvers();
});
afterAll(() => void server.close());

async function address(path: string) {
  const { id: resellerId, ctx } = await at.reseller("api");
  return { resellerId, ctx, ...(await addEndpoint(ctx, { url: `${url}${path}`, events: ["purchases"] })) };
}

/** Fifty addresses that never answer, of one reseller or of fifty. */
async function fiftyThatHang(of: "one" | "fifty") {
  const { id, resellerId } = await address("/hang");
  await at.system.db.execute(sql`
    with people as (
      insert into accounts (role, email, name, password_hash, password_generated)
      select 'reseller', gen_random_uuid() || '@kiosk.test', 'Hanger', '', false from generate_series(2, 50) returning id
    ),
    tenants as (insert into resellers (id, level) select id, 'api' from people returning id)
    insert into webhook_endpoints (reseller_id, url, sealed_secret, events)
    select case when ${of === "one"} then ${resellerId} else tenants.id end, url, sealed_secret, events
    from webhook_endpoints e cross join tenants where e.id = ${id}`);
}

/** Ends all that hangs, and all that would. */
function endHanging() {
  over = true;
  for (const response of hanging) response.destroy();
}

/** One message to each address. */
async function queueForAll() {
  await at.system.db.execute(sql`insert into deliveries (channel, target, account_id, type, subject)
    select 'webhooks', id, reseller_id, 'webhook.test', 'test' from webhook_endpoints order by id`);
}

const sent = async (ctx: Ctx) => (await deliveryList.page(ctx)).rows.map(({ state }) => state);

test.each(["one", "fifty"] as const)(
  "fifty hanging endpoints, of %s, delay no delivery to another",
  async (of) => {
    await fiftyThatHang(of);
    await address("/good");
    await queueForAll();
    const sender = startWebhookSender(at.system, {}, { timeoutMs: FOR_EVER });
    await arrived.promise;
    endHanging();
    await sender.stop();
  },
);

test("gives endpoints that were slow few slots, and leaves the others free", async () => {
  await fiftyThatHang("fifty");
  await at.system.db.execute(sql`update webhook_endpoints set slow = true`);
  const good = await address("/good");
  await queueForAll();
  const sender = startWebhookSender(at.system, {}, { timeoutMs: FOR_EVER });
  await arrived.promise;
  await expect.poll(() => sent(good.ctx)).toEqual(["delivered"]);
  await expect.poll(() => hanging.length).toBe(16);
  const stopped = sender.stop();
  endHanging();
  await stopped;
  expect(hanging).toHaveLength(16);
});

test("sends one delivery at a time to an endpoint, the next after its response", async () => {
  const { ctx, id } = await address("/hang");
  await sendTestEvent(ctx, { id });
  await sendTestEvent(ctx, { id });
  const sender = startWebhookSender(at.system, {}, { timeoutMs: FOR_EVER });
  await hangs.promise;
  const good = await address("/good");
  await sendTestEvent(good.ctx, { id: good.id });
  sender.wake();
  await arrived.promise;
  expect(hanging).toHaveLength(1);
  hanging[0]?.writeHead(204).end();
  await expect.poll(() => hanging.length).toBe(2);
  hanging[1]?.writeHead(204).end();
  await expect.poll(() => sent(ctx)).toEqual(["delivered", "delivered"]);
  await sender.stop();
});

test("finishes and records attempts under way at a stop, and starts none", async () => {
  const { ctx, id } = await address("/hang");
  await sendTestEvent(ctx, { id });
  await sendTestEvent(ctx, { id });
  // A claim that began before the stop could take the second after the first one's response.
  let looked = Promise.withResolvers<void>();
  const lane = createWebhookLane(at.system, {}, { timeoutMs: FOR_EVER });
  const claim: typeof lane.claim = (underWay) => lane.claim(underWay).finally(looked.resolve);
  const sender = startLane(at.system, { ...lane, claim });
  await hangs.promise;
  looked = Promise.withResolvers();
  sender.wake();
  await looked.promise;
  const stopped = sender.stop();
  hanging[0]?.writeHead(204).end();
  await stopped;
  expect(await sent(ctx)).toEqual(["waiting", "delivered"]);
  expect(hanging).toHaveLength(1);
});

test("times out an endpoint that trickles its response", async () => {
  const { ctx, id } = await address("/hang");
  await sendTestEvent(ctx, { id });
  const sender = startWebhookSender(at.system, {}, { timeoutMs: 500 });
  await hangs.promise;
  hanging[0]?.writeHead(200);
  const trickle = setInterval(() => hanging[0]?.write("x"), 20);
  await expect
    .poll(async () => (await deliveryList.page(ctx)).rows[0]?.tries)
    .toMatchObject([{ problem: "no response within 0.5 seconds" }]);
  clearInterval(trickle);
  await sender.stop();
});
