import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, test } from "vitest";
import { WEBHOOK_EVENTS } from "#lib/api/openapi/webhook-events";
import { buyPlan } from "#lib/api/purchase-operation";
import { settleAllTestPurchases } from "#lib/api/test-mode/test-wallet";
import type { Ctx } from "#lib/core/context";
import { listWebhookEvents } from "#lib/core/module";
import { dayOf } from "#lib/core/time/time";
import { handleEvents } from "#lib/event/testing/handle-events";
import { sweepOldData } from "#lib/maintenance/sweep-old-data";
import { modules, TABLES } from "#lib/modules";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { closeReseller, restrictReseller } from "#lib/reseller/restrict-reseller";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { deliveryList } from "./delivery-list.ts";
import { addEndpoint, removeEndpoint } from "./endpoints.ts";
import { listEndpoints } from "./list-endpoints.ts";
import { EVENT_TYPES } from "./sample-event.ts";
import { resendEvent, sendTestEvent } from "./send-manually.ts";
import { openWebhookScene } from "./testing/webhook-scene.ts";
import { watchDeliveries } from "./watch-deliveries.ts";
import { createWebhookLane } from "./webhook-sender.ts";

const { at, url, received, response, listen, sendDue } = await openWebhookScene();
response.body = "x".repeat(200_000);
afterEach(async () => {
  response.status = 204;
  await at.system.db.execute(sql`update webhook_endpoints set removed_at = now()`);
  await sendDue();
  received.length = 0;
});

/** As a secret looks that was sealed under another NEXTAUTH_SECRET. */
const SEALED_ELSEWHERE = Buffer.alloc(60, 7).toString("base64");

let refs = 0;
async function cancelled(ctx: Ctx): Promise<string> {
  refs += 1;
  const wish = { ref: `w${refs}`, phone: "08031234567", channel: "api" as const, again: true };
  const { planId, networkId } = at.offered(0, "api");
  const { purchase } = await placePurchase(ctx, { ...wish, planId, networkId });
  await cancelPurchase(ctx, { ident: purchase.ident });
  await handleEvents(at.system);
  return purchase.ident;
}

const messagesOf = async (ctx: Ctx) => (await deliveryList.page(ctx)).rows;

/** As if the time that messages, addresses and claims wait for had come. */
async function dueNow() {
  await at.system.db.execute(sql`update deliveries set next_at = now(), claimed_until = null`);
  await at.system.db.execute(sql`update webhook_endpoints set paused_until = null`);
}

describe("a settled purchase", () => {
  test("is delivered, signed, with the transaction as the API shows it", async () => {
    const { ctx, secret } = await listen();
    const ident = await cancelled(ctx);
    await sendDue();
    expect(received).toHaveLength(1);
    const { headers = {}, body = "" } = received[0] ?? {};
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      type: "purchase.failed",
      timestamp: expect.stringMatching(/Z$/),
      data: { ident, Status: "failed", ref: `w${refs}`, mobile_number: "08031234567", plan_network: "N/A" },
    });
    expect(await messagesOf(ctx)).toMatchObject([
      {
        type: "purchase.failed",
        subject: ident,
        state: "delivered",
        tries: [{ httpStatus: 204, problem: null }],
      },
    ]);
  });

  test("is queued in the transaction that settles it: a rollback queues nothing", async () => {
    const { ctx } = await listen();
    await at.system.db
      .transaction(async (tx) => {
        await cancelled({ ...ctx, db: tx });
        throw new Error("rolled back");
      })
      .catch(() => {});
    await sendDue();
    expect(received).toEqual([]);
  });

  test("is delivered to its buyer alone", async () => {
    const [mine, other] = [await listen(), await listen()];
    await cancelled(mine.ctx);
    await sendDue();
    expect(received).toHaveLength(1);
    expect(await messagesOf(other.ctx)).toEqual([]);
  });
});

test("sends each event in its documented shape", async () => {
  const { ctx, id } = await listen(["purchases", "plans", "announcements"]);
  await cancelled(ctx);
  await at.system.db.execute(
    sql`insert into announcements (kind, network_id, text) values ('outage', 1, 'Down until noon.')`,
  );
  await sendTestEvent(ctx, { id });
  await at.sandbox.setPlan({ id: 2, prices: { api: 12_346n } });
  await syncCatalogue(at.system);
  await sendDue();
  const bodies = received.map(({ body }) => JSON.parse(body));
  expect(bodies.map(({ type }) => type).sort()).toEqual([
    "announcement.made",
    "plans.changed",
    "purchase.failed",
    "webhook.test",
  ]);
  for (const body of bodies) {
    const shape = WEBHOOK_EVENTS.find(({ type }) => type === body.type)?.schema;
    expect([body.type, shape?.safeParse(body)]).toMatchObject([body.type, { success: true }]);
  }
});

describe("test mode", () => {
  async function buyTest({ ctx, resellerId }: { ctx: Ctx; resellerId: number }, number: string) {
    const actor = { kind: "token", id: resellerId, email: "", level: "api", tokenId: 1, test: true } as const;
    refs += 1;
    const { planId: plan, networkId: network } = at.offered(0, "api");
    await buyPlan({ ...ctx, actor }, `t${refs}`, { plan, network, mobile_number: number });
  }
  const parsed = () => received.map(({ body }) => JSON.parse(body));

  test("sends each event of test purchases, marked, to test endpoints in its documented shape", async () => {
    const buyer = await listen(["purchases"], "test");
    await buyTest(buyer, "08031230001");
    await buyTest(buyer, "08031230005");
    await buyTest(buyer, "08031230010");
    await at.system.db.execute(sql`update test_purchases set ends_at = now()`);
    await settleAllTestPurchases(at.system);
    await settleAllTestPurchases(at.system);
    await sendDue();
    const events = parsed();
    expect(events.map(({ type, data }) => [type, data.Status]).sort()).toEqual([
      ["purchase.failed", "failed"],
      ["purchase.failed", "failed"],
      ["purchase.reversed", "failed"],
      ["purchase.successful", "successful"],
    ]);
    for (const event of events) {
      expect(event).toMatchObject({ test: true, data: { ident: expect.stringMatching(/^DTTEST/) } });
      expect(WEBHOOK_EVENTS.find(({ type }) => type === event.type)?.schema.safeParse(event).success).toBe(
        true,
      );
    }
  });

  test("keeps live events and test events apart, and the resellers too", async () => {
    const live = await listen(["purchases", "plans", "announcements"], "live");
    const tester = await listen(["purchases"], "test");
    await buyTest(live, "08031234567");
    await sendDue();
    expect(received).toEqual([]);
    await cancelled(tester.ctx);
    await at.system.db.execute(sql`insert into announcements (kind, text) values ('news', 'Hello.')`);
    await sendDue();
    expect(parsed().map(({ type, test: isTest }) => [type, isTest])).toEqual([
      ["announcement.made", undefined],
    ]);
  });

  test("sends any type manually, marked, in its documented shape", async () => {
    const { ctx, id } = await listen(["plans"]);
    for (const type of EVENT_TYPES) await sendTestEvent(ctx, { id, type });
    await sendDue();
    const events = parsed();
    expect(events.map(({ type }) => type).sort()).toEqual(WEBHOOK_EVENTS.map(({ type }) => type).sort());
    for (const event of events) {
      const shape = WEBHOOK_EVENTS.find(({ type }) => type === event.type)?.schema;
      expect([event.type, event.test, shape?.safeParse(event)]).toMatchObject([
        event.type,
        true,
        { success: true },
      ]);
    }
  });

  test("sends to localhost where private addresses are allowed", async () => {
    const { ctx } = await at.reseller("api");
    const localhost = url.replace("127.0.0.1", "localhost");
    const { id } = await addEndpoint(ctx, { url: localhost, events: ["purchases"], mode: "test" });
    await sendTestEvent(ctx, { id });
    await sendDue();
    expect(received).toHaveLength(1);
  });
});

test("delivers announcements to endpoints that chose them", async () => {
  await listen(["plans"]);
  await listen(["announcements"]);
  await at.system.db.execute(
    sql`insert into announcements (kind, text) values ('price', 'Prices rise on Monday.')`,
  );
  await sendDue();
  expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: "announcement.made", data: { kind: "price", network: null, text: "Prices rise on Monday." } },
  ]);
});

test("delivers changed plans to endpoints that chose them", async () => {
  const { ctx } = await listen(["plans"]);
  const cost = at.catalogue.plans.get(1)?.amounts.api ?? 0n;
  await at.sandbox.setPlan({ id: 1, prices: { api: cost + 100n } });
  await syncCatalogue(at.system);
  await sendDue();
  expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({ type: "plans.changed", data: { plans: [1] } });
  await cancelled(ctx);
  await sendDue();
  expect(received).toHaveLength(1);
});

describe("an endpoint that rejects it", () => {
  test("gets it again with the same id and body, until it accepts", async () => {
    const { ctx } = await listen();
    await cancelled(ctx);
    response.status = 500;
    expect((await sendDue()).nextInMs).toBeGreaterThan(0);
    response.status = 204;
    await dueNow();
    await sendDue();
    expect(received).toHaveLength(2);
    expect(received[1]?.body).toBe(received[0]?.body);
    expect(received[1]?.headers["webhook-id"]).toBe(received[0]?.headers["webhook-id"]);
    expect(await messagesOf(ctx)).toMatchObject([
      { state: "delivered", tries: [{ problem: null }, { problem: "responded with HTTP 500" }] },
    ]);
  });

  test("fails after nine attempts over a day, and can be sent manually", async () => {
    const { ctx } = await listen();
    await cancelled(ctx);
    response.status = 500;
    for (let n = 0; n < 12; n += 1) {
      await sendDue();
      await dueNow();
    }
    expect(received).toHaveLength(9);
    const [message] = await messagesOf(ctx);
    expect(message?.state).toBe("failed");
    response.status = 200;
    await resendEvent(ctx, { messageId: message?.messageId ?? "" });
    await sendDue();
    expect((await messagesOf(ctx))[0]?.state).toBe("delivered");
  });

  test("is paused for all events, and resumed at once by a manual send", async () => {
    const { ctx, id } = await listen();
    const idents = [await cancelled(ctx), await cancelled(ctx)];
    response.status = 500;
    await sendDue();
    expect(received).toHaveLength(1);
    await sendTestEvent(ctx, { id });
    await sendDue();
    expect(received.map(({ body }) => JSON.parse(body).type)).toEqual(["purchase.failed", "webhook.test"]);
    response.status = 204;
    await dueNow();
    await sendDue();
    expect((await messagesOf(ctx)).map(({ subject, state }) => [subject, state])).toEqual([
      ["test", "delivered"],
      ...idents.reverse().map((ident) => [ident, "delivered"]),
    ]);
  });

  test("that fails for a day loses events due for a day, and no younger ones", async () => {
    const { ctx } = await listen();
    const old = [await cancelled(ctx), await cancelled(ctx)];
    await at.system.db.execute(sql`update deliveries set next_at = now() - interval '25 hours'
      where subject in ${old}`);
    const young = [await cancelled(ctx), await cancelled(ctx)];
    response.status = 500;
    await sendDue();
    const states = async () => (await messagesOf(ctx)).map(({ subject, state }) => [subject, state]);
    const waiting = [...old, ...young].reverse().map((ident) => [ident, "waiting"]);
    expect(await states()).toEqual(waiting);
    await at.system.db.execute(sql`update webhook_endpoints set failing_since = now() - interval '25 hours',
      paused_until = null where removed_at is null`);
    await sendDue();
    expect((await messagesOf(ctx)).filter(({ state }) => state === "failed")).toMatchObject([
      {
        subject: old[1],
        tries: [{ problem: "no event was accepted for a day: check the server, then send again" }],
      },
    ]);
  });

  test("that switches protocols, or cuts its response, has not accepted it", async () => {
    const { ctx, id } = await listen();
    const odd = createServer();
    odd.on("connection", (socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(answers.shift() ?? ""));
    });
    const answers = [
      "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx",
    ];
    odd.listen(0, "127.0.0.1");
    await once(odd, "listening");
    const { port } = odd.address() as AddressInfo;
    await at.system.db.execute(
      sql`update webhook_endpoints set url = ${`http://127.0.0.1:${port}/`} where id = ${id}`,
    );
    await sendTestEvent(ctx, { id });
    await sendDue();
    await dueNow();
    await sendDue();
    expect(await messagesOf(ctx)).toMatchObject([
      {
        state: "waiting",
        tries: [{ problem: "the connection was cut" }, { problem: "the connection was cut" }],
      },
    ]);
    odd.close();
  });

  test("does not follow a redirect", async () => {
    const { ctx } = await listen();
    await sendTestEvent(ctx, { id: (await listEndpoints(ctx))[0]?.id ?? 0 });
    response.status = 307;
    await sendDue();
    expect(received).toHaveLength(1);
    expect((await messagesOf(ctx))[0]).toMatchObject({ tries: [{ problem: "responded with HTTP 307" }] });
  });

  test.each([
    [301, "https://www.x.example/hook", "redirects to https://www.x.example/hook: enter that address"],
    [308, "/hook/", "redirects to http://127.0.0.1:PORT/hook/: enter that address"],
    [302, "/login", "redirects to http://127.0.0.1:PORT/login: the address must accept events itself"],
    [301, "https://me:secret@x.example/hook", "redirects to https://x.example/hook: enter that address"],
  ])("that redirects with %i to %s shows the target", async (status, location, problem) => {
    const { ctx, id } = await listen();
    Object.assign(response, { status, location });
    await sendTestEvent(ctx, { id });
    await sendDue();
    Object.assign(response, { location: "" });
    const said = `responded with HTTP ${status}, ${problem.replace("PORT", new URL(url).port)}`;
    expect((await messagesOf(ctx))[0]).toMatchObject({ tries: [{ problem: said }] });
  });

  test("that redirects to another kind of address shows only the status", async () => {
    const { ctx, id } = await listen();
    Object.assign(response, { status: 301, location: "mailto:x@x.example" });
    await sendTestEvent(ctx, { id });
    await sendDue();
    Object.assign(response, { location: "" });
    expect((await messagesOf(ctx))[0]).toMatchObject({ tries: [{ problem: "responded with HTTP 301" }] });
  });

  test("with 410 Gone ends: its other events fail, no new ones are queued, and its owner is notified", async () => {
    const { ctx, resellerId } = await listen();
    for (let n = 0; n < 2; n += 1) await cancelled(ctx);
    response.status = 410;
    await sendDue();
    await cancelled(ctx);
    await sendDue();
    expect(received).toHaveLength(1);
    expect(await listEndpoints(ctx)).toEqual([]);
    expect(await messagesOf(ctx)).toMatchObject([
      { state: "failed", gone: true, tries: [{ problem: "the address responded 410 Gone earlier" }] },
      { state: "failed", gone: true, tries: [{ httpStatus: 410 }] },
    ]);
    const notified = await at.system.db.execute(sql`
      select event from notifications where account_id = ${resellerId} and facts ->> 'action' = 'webhook.gone'`);
    expect(notified).toEqual([{ event: "keys" }]);
  });

  test("loses its claim when the process dies", async () => {
    const { ctx } = await listen();
    await cancelled(ctx);
    await createWebhookLane(at.system, listWebhookEvents(modules)).claim([]);
    await sendDue();
    expect(received).toEqual([]);
    await dueNow();
    await sendDue();
    expect(received).toHaveLength(1);
  });
});

test("sends an event once from concurrent processes", async () => {
  const { ctx } = await listen();
  await cancelled(ctx);
  const looking = await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`select from deliveries where state = 'waiting' for update`);
    const started = [sendDue(), sendDue(), sendDue()];
    await waitForLocks(at.system, started.length);
    return started;
  });
  await Promise.all(looking);
  expect(received).toHaveLength(1);
});

test("sends nothing to a removed endpoint, and lets only its owner manage it", async () => {
  const [mine, other] = [await listen(), await listen()];
  await expect(removeEndpoint(other.ctx, { id: mine.id })).rejects.toMatchObject({ code: "not_found" });
  await expect(sendTestEvent(other.ctx, { id: mine.id })).rejects.toMatchObject({ code: "not_found" });
  await sendTestEvent(mine.ctx, { id: mine.id });
  const [message] = await messagesOf(mine.ctx);
  await expect(resendEvent(other.ctx, { messageId: message?.messageId ?? "" })).rejects.toMatchObject({
    code: "not_found",
  });
  await removeEndpoint(mine.ctx, { id: mine.id });
  await sendDue();
  expect(received).toEqual([]);
  expect(await listEndpoints(mine.ctx)).toEqual([]);
});

test("fails waiting deliveries at once when their endpoint is removed", async () => {
  const { ctx, id } = await listen();
  response.status = 500;
  await sendTestEvent(ctx, { id });
  await sendDue();
  await removeEndpoint(ctx, { id });
  await sendDue();
  expect(received).toHaveLength(1);
  expect(await messagesOf(ctx)).toMatchObject([
    {
      state: "failed",
      tries: [{ problem: "the address was removed" }, { problem: "responded with HTTP 500" }],
    },
  ]);
});

test("sends nothing to a closed reseller, whenever it is due, but to a restricted one", async () => {
  const [closed, restricted] = [await listen(), await listen()];
  for (const { ctx, id } of [closed, restricted]) await sendTestEvent(ctx, { id });
  response.status = 500;
  await sendDue();
  received.length = 0;
  response.status = 204;
  for (const { ctx, id } of [closed, restricted]) await sendTestEvent(ctx, { id });
  const { system } = at;
  const [{ version } = { version: 0 }] = await system.db.execute<{ version: number }>(
    sql`select version from resellers limit 1`,
  );
  await closeReseller(system, { resellerId: closed.resellerId, version, reason: "left" });
  await restrictReseller(system, { resellerId: restricted.resellerId, version, reason: "looked at" });
  await sendDue();
  expect(received).toHaveLength(1);
  expect((await messagesOf(restricted.ctx)).map(({ state }) => state)).toEqual(["delivered", "waiting"]);
  expect(await messagesOf(closed.ctx)).toMatchObject([
    { state: "failed", tries: [{ problem: "the account was closed" }] },
    {
      state: "failed",
      tries: [{ problem: "the account was closed" }, { problem: "responded with HTTP 500" }],
    },
  ]);
});

test("stores no secret in plain text, and offers webhooks at level api only", async () => {
  const { secret } = await listen();
  const rows = await at.system.db.execute(sql`
    select row_to_json(e)::text from webhook_endpoints e union all select row_to_json(a)::text from audit a`);
  expect(JSON.stringify(rows)).not.toContain(secret.slice(6, 30));
  const { ctx } = await at.reseller("top_user");
  await expect(addEndpoint(ctx, { url, events: ["plans"] })).rejects.toMatchObject({ code: "forbidden" });
});

test("fails deliveries whose secret cannot be decrypted, and says what to do", async () => {
  const { ctx } = await listen();
  await cancelled(ctx);
  await at.system.db.execute(sql`update webhook_endpoints set sealed_secret = ${SEALED_ELSEWHERE}
    where removed_at is null`);
  await sendDue();
  expect(received).toEqual([]);
  expect(await messagesOf(ctx)).toMatchObject([
    { state: "failed", nextAt: null, tries: [{ problem: expect.stringMatching(/secret.*add it again/) }] },
  ]);
  expect(await listEndpoints(ctx)).toMatchObject([{ signs: false }]);
  await at.system.db.execute(sql`update deliveries set done_at = done_at - interval '31 days'`);
  await sweepOldData(at.system, TABLES, ["deliveries"]);
  expect(await messagesOf(ctx)).toEqual([]);
});

test("retries an event without a body like any other, then fails it", async () => {
  const { ctx, id } = await listen();
  await at.system.db.execute(sql`
    insert into deliveries (channel, target, type, subject) values ('webhooks', ${id}::text, 'purchase.failed', 'DTNONE')`);
  for (let n = 0; n < 10; n += 1) {
    await sendDue();
    await dueNow();
  }
  const [message] = await messagesOf(ctx);
  expect([message?.state, message?.tries.length]).toEqual(["failed", 9]);
  expect(message?.tries[0]).toMatchObject({ problem: "something went wrong on our side" });
});

test("allows ten manual sends a minute, tests and resends together, also concurrently", async () => {
  const { ctx, id } = await listen();
  await sendTestEvent(ctx, { id });
  await sendDue();
  const messageId = (await messagesOf(ctx))[0]?.messageId ?? "";
  const results = await Promise.allSettled([
    ...Array.from({ length: 7 }, () => sendTestEvent(ctx, { id })),
    ...Array.from({ length: 7 }, () => resendEvent(ctx, { messageId })),
  ]);
  const rejected = results.filter((result) => result.status === "rejected");
  expect(rejected).toHaveLength(5);
  expect(rejected[0]?.reason).toMatchObject({
    code: "rate_limited",
    message: expect.stringContaining("Nothing was sent"),
  });
  const otherReseller = await listen();
  await sendTestEvent(otherReseller.ctx, { id: otherReseller.id });
  await at.system.db.execute(
    sql`update webhook_endpoints set manual_send_count_until = now() where id = ${id}`,
  );
  await sendTestEvent(ctx, { id });
});

test("pages and filters deliveries, also those to a removed endpoint", async () => {
  const { ctx, id } = await listen();
  const idents = [await cancelled(ctx), await cancelled(ctx), await cancelled(ctx)];
  await sendDue();
  await removeEndpoint(ctx, { id });
  const first = await deliveryList.page(ctx, {}, 2);
  expect(first.rows.map(({ subject }) => subject)).toEqual([idents[2], idents[1]]);
  expect(first.rows[0]).toMatchObject({ removed: true, url, tries: [{ httpStatus: 204 }] });
  const second = await deliveryList.page(ctx, { after: Number(first.next) }, 2);
  expect(second.rows.map(({ subject }) => subject)).toEqual([idents[0]]);
  expect([first.previous, second.next]).toEqual([null, null]);
  const list = async (filter: Parameters<typeof deliveryList.page>[1]) =>
    (await deliveryList.page(ctx, filter)).rows.map(({ subject }) => subject);
  expect(await list({ q: idents[1] })).toEqual([idents[1]]);
  expect(await list({ q: `w${refs}` })).toEqual([idents[2]]);
  expect(await list({ q: first.rows[0]?.messageId })).toEqual([idents[2]]);
  expect(await list({ state: "failed" })).toEqual([]);
  expect(await list({ state: "delivered", type: "purchase.failed" })).toHaveLength(3);
  expect(await list({ type: "webhook.test" })).toEqual([]);
  await expect(resendEvent(ctx, { messageId: first.rows[0]?.messageId ?? "" })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("filters deliveries by day and endpoint, and exports them", async () => {
  const { ctx, id } = await listen();
  const { id: otherId } = await addEndpoint(ctx, { url, events: ["plans"] });
  await sendTestEvent(ctx, { id });
  await at.system.db.execute(sql`
    update deliveries set state = 'failed', subject = '=1+1', created_at = now() - interval '3 days', done_at = now()
    where target = ${String(id)}`);
  for (const endpointId of [id, otherId]) await sendTestEvent(ctx, { id: endpointId });
  await sendDue();
  const count = async (filter: Parameters<typeof deliveryList.page>[1]) =>
    (await deliveryList.page(ctx, filter)).rows.length;
  const [today, before] = [dayOf(new Date()), dayOf(new Date(Date.now() - 3 * 86_400_000))];
  expect(await count({})).toBe(3);
  expect(await count({ webhook: String(id) })).toBe(2);
  expect(await count({ from: today })).toBe(2);
  expect(await count({ to: before })).toBe(1);
  expect(await count({ from: before, to: today })).toBe(3);
  const stranger = await listen();
  expect((await deliveryList.page(stranger.ctx, { webhook: String(id) })).rows).toEqual([]);
  const csv = (await Array.fromAsync(deliveryList.csv(ctx, { webhook: String(id) }))).join("");
  const [head, test, old] = csv.split("\r\n");
  expect(head).toBe(
    '"created","event","type","subject","address","state","attempts","last attempt","status","duration in ms","problem"',
  );
  expect([test, old].join()).toContain(`"webhook.test","test","${url}","Delivered","1"`);
  expect([test, old].join()).toContain(`"'=1+1"`);
});

test("shows the body sent and the beginning of the response, without what the database rejects", async () => {
  const { ctx, id } = await listen();
  await sendTestEvent(ctx, { id });
  response.status = 200;
  response.body = `${"\0".repeat(3)}<b>${"é".repeat(2_000)}`;
  await sendDue();
  const [message] = await messagesOf(ctx);
  expect(JSON.parse(message?.body ?? "")).toMatchObject({ type: "webhook.test" });
  expect(message?.tries).toMatchObject([{ response: `<b>${"é".repeat(497)}` }]);
});

test("notifies the owner alone of each attempt", async () => {
  const [mine, other] = [await listen(), await listen()];
  const heard: string[] = [];
  const stops = await Promise.all([
    watchDeliveries(mine.ctx, () => heard.push("mine")),
    watchDeliveries(other.ctx, () => heard.push("other")),
  ]);
  await sendTestEvent(mine.ctx, { id: mine.id });
  await sendDue();
  await expect.poll(() => heard).toEqual(["mine"]);
  for (const stop of stops) stop();
});

test("deletes old deliveries, but none that wait", async () => {
  const { ctx, id } = await listen();
  await sendTestEvent(ctx, { id });
  await sendDue();
  await sendTestEvent(ctx, { id });
  await at.system.db.execute(sql`update deliveries set done_at = done_at - interval '31 days',
    created_at = created_at - interval '31 days'`);
  await sweepOldData(at.system, TABLES, ["deliveries"]);
  expect(await messagesOf(ctx)).toMatchObject([{ state: "waiting" }]);
});
