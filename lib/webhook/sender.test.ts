import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { type Scene, scene } from "#lib/testing/scene";
import { deliveryList } from "./delivery-list.ts";
import { addEndpoint } from "./endpoints.ts";
import { testEndpoint } from "./send-by-hand.ts";
import { startSender } from "./sender.ts";

/** Longer than any test: whoever is left without an answer hangs for good. */
const FOR_EVER = 600_000;

let at: Scene;
let url: string;
/** What hangs: requests to /hang, which get no answer unless a test gives it. */
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

beforeAll(async () => {
  at = await scene({ WEBHOOK_ALLOW_PRIVATE: "1" });
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  await at.system.db.execute(sql`truncate webhook_tries, webhook_deliveries, webhook_endpoints`);
  hanging = [];
  over = false;
  hangs = Promise.withResolvers();
  arrived = Promise.withResolvers();
});
afterAll(async () => {
  server.close();
  await at.close();
});

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
async function tellAll() {
  await at.system.db.execute(sql`insert into webhook_deliveries (endpoint_id, type, subject)
    select id, 'webhook.test', 'test' from webhook_endpoints order by id`);
}

const sent = async (ctx: Ctx) => (await deliveryList.page(ctx)).rows.map(({ state }) => state);

test.each(["one", "fifty"] as const)(
  "fifty addresses that hang, of %s, delay no message to another (I12)",
  async (of) => {
    await fiftyThatHang(of);
    await address("/good");
    await tellAll();
    const sender = startSender(at.system, { patienceMs: FOR_EVER });
    await arrived.promise;
    endHanging();
    await sender.stop();
  },
);

test("addresses that hung before have few places, and leave those of others free", async () => {
  await fiftyThatHang("fifty");
  await at.system.db.execute(sql`update webhook_endpoints set slow = true`);
  const good = await address("/good");
  await tellAll();
  const sender = startSender(at.system, { patienceMs: FOR_EVER });
  await arrived.promise;
  await expect.poll(() => sent(good.ctx)).toEqual(["delivered"]);
  await expect.poll(() => hanging.length).toBe(16);
  const stopped = sender.stop();
  endHanging();
  await stopped;
  expect(hanging).toHaveLength(16);
});

test("one message at a time goes to an address, the next when it is answered", async () => {
  const { ctx, id } = await address("/hang");
  await testEndpoint(ctx, { id });
  await testEndpoint(ctx, { id });
  const sender = startSender(at.system, { patienceMs: FOR_EVER });
  await hangs.promise;
  const good = await address("/good");
  await testEndpoint(good.ctx, { id: good.id });
  sender.wake();
  await arrived.promise;
  expect(hanging).toHaveLength(1);
  hanging[0]?.writeHead(204).end();
  await expect.poll(() => hanging.length).toBe(2);
  hanging[1]?.writeHead(204).end();
  await expect.poll(() => sent(ctx)).toEqual(["delivered", "delivered"]);
  await sender.stop();
});

test("at a stop what is under way is finished and noted, and nothing new is sent", async () => {
  const { ctx, id } = await address("/hang");
  await testEndpoint(ctx, { id });
  await testEndpoint(ctx, { id });
  const sender = startSender(at.system, { patienceMs: FOR_EVER });
  await hangs.promise;
  const stopped = sender.stop();
  hanging[0]?.writeHead(204).end();
  await stopped;
  expect(await sent(ctx)).toEqual(["waiting", "delivered"]);
  expect(hanging).toHaveLength(1);
});

test("a receiver that trickles its answer is left when the time is over", async () => {
  const { ctx, id } = await address("/hang");
  await testEndpoint(ctx, { id });
  const sender = startSender(at.system, { patienceMs: 500 });
  await hangs.promise;
  hanging[0]?.writeHead(200);
  const trickle = setInterval(() => hanging[0]?.write("x"), 20);
  await expect
    .poll(async () => (await deliveryList.page(ctx)).rows[0]?.tries)
    .toMatchObject([{ problem: "no answer within 0.5 seconds" }]);
  clearInterval(trickle);
  await sender.stop();
});
