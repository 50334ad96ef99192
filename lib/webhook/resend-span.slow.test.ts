import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { sweepOldData } from "#lib/maintenance/sweep-old-data";
import { TABLES } from "#lib/modules";
import { deliveryList } from "./delivery-list.ts";
import { removeEndpoint } from "./endpoints.ts";
import { listEndpoints } from "./list-endpoints.ts";
import { queueResends } from "./queue-resends.ts";
import { countResend, startResend, stopResend } from "./resend-span.ts";
import { openWebhookScene } from "./testing/webhook-scene.ts";

const { at, received, response, listen, queue, sendDue } = await openWebhookScene();
afterEach(async () => {
  received.length = 0;
  response.status = 204;
  await at.system.db.execute(sql`truncate deliveries, delivery_attempts, webhook_resends`);
});

const HOUR_MS = 3_600_000;
const span = (fromHoursAgo: number, toHoursAgo = 0) => ({
  from: new Date(Date.now() - fromHoursAgo * HOUR_MS),
  to: new Date(Date.now() - toHoursAgo * HOUR_MS + 1_000),
});
const anyKey = () => ({ key: randomUUID() });
const isSent = (fragment: string) => received.some(({ body }) => body.includes(fragment));

/** Sends and queues until a resend has nothing more to send. */
async function sendAll(): Promise<void> {
  do await queueResends(at.system);
  while ((await sendDue()).attempted > 0);
}

test("sends the failed events of a time again, oldest first, with their ids and bodies", async () => {
  const { ctx, id } = await listen();
  await queue(id, { count: 2, hoursAgo: 30, state: "failed" });
  await queue(id, { count: 45, hoursAgo: 20, state: "failed" });
  await queue(id, { count: 3, hoursAgo: 20, state: "delivered" });
  await queue(id, { count: 2, hoursAgo: 1, state: "failed" });
  const wanted = { id, which: "failed" as const, ...span(25, 10) };
  const before = await at.system.db.execute<{ message_id: string; body: string }>(
    sql`select message_id, body from deliveries where created_at < now() - interval '19 hours'
      and created_at > now() - interval '21 hours' and state = 'failed' order by id`,
  );
  expect(await countResend(ctx, wanted)).toBe(45);
  expect(await startResend(ctx, { ...wanted, ...anyKey() })).toBe(45);
  expect(await listEndpoints(ctx)).toMatchObject([{ resend: { total: 45, queued: 20 } }]);
  await sendAll();
  const sent = received.map(({ headers, body }) => [headers["webhook-id"], body]);
  expect(sent).toEqual(before.map(({ message_id, body }) => [message_id, body]));
  expect(await listEndpoints(ctx)).toMatchObject([{ resend: null }]);
});

test("sends all events of a topic again when asked, but none that waits anyway", async () => {
  const { ctx, id } = await listen();
  await queue(id, { state: "delivered", hoursAgo: 1, type: "webhook.test" });
  await queue(id, { state: "failed", hoursAgo: 1, type: "plans.changed" });
  await queue(id, { state: "waiting", hoursAgo: 1, type: "webhook.test" });
  const all = { id, which: "all" as const, ...span(2) };
  expect(await countResend(ctx, all)).toBe(2);
  expect(await countResend(ctx, { ...all, type: "webhook.test" })).toBe(1);
  expect(await countResend(ctx, { ...all, type: "" })).toBe(2);
});

test("is one request however often its form is sent, also at the same time", async () => {
  const { ctx, id } = await listen();
  await queue(id, { count: 30, hoursAgo: 1, state: "failed" });
  const request = { id, which: "failed" as const, ...span(2), ...anyKey() };
  const counts = await Promise.all([1, 2, 3].map(() => startResend(ctx, request)));
  expect(counts).toEqual([30, 30, 30]);
  await expect(startResend(ctx, { ...request, ...anyKey() })).rejects.toMatchObject({ code: "conflict" });
  await sendAll();
  expect(received).toHaveLength(30);
  expect(await startResend(ctx, request)).toBe(30);
  await sendAll();
  expect(received).toHaveLength(30);
});

test("lets new events of the endpoint wait for twenty of them at most, and others for none", async () => {
  const [mine, other] = [await listen(), await listen()];
  await queue(mine.id, { count: 300, hoursAgo: 1, state: "failed" });
  await startResend(mine.ctx, { id: mine.id, which: "failed", ...span(2), ...anyKey() });
  await queueResends(at.system);
  await queue(mine.id, { type: "plans.changed", count: 1 });
  await at.system.db.execute(sql`update deliveries set body = 'new' where type = 'plans.changed'`);
  await queue(other.id, { type: "plans.changed", count: 1 });
  await sendDue();
  expect(isSent("new")).toBe(true);
  expect(received).toHaveLength(22);
  const [neighbour] = (await deliveryList.page(other.ctx)).rows;
  expect(neighbour?.state).toBe("delivered");
});

test("continues past events that the endpoint keeps rejecting", async () => {
  const { ctx, id } = await listen();
  await queue(id, { count: 25, hoursAgo: 1, state: "failed" });
  await startResend(ctx, { id, which: "failed", ...span(2), ...anyKey() });
  response.status = 500;
  for (let n = 0; n < 25; n += 1) {
    await sendDue();
    await at.system.db.execute(sql`update webhook_endpoints set paused_until = null`);
    // Retries of a failing endpoint that are due go first.
    await at.system.db.execute(
      sql`update deliveries set next_at = now() + interval '1 hour' where state = 'waiting' and attempts > 0`,
    );
    await queueResends(at.system);
  }
  expect(await listEndpoints(ctx)).toMatchObject([{ resend: null }]);
  expect(new Set(received.map(({ body }) => body)).size).toBe(25);
});

test("rejects more than ten thousand events, an empty time, and one that ends before it begins", async () => {
  const { ctx, id } = await listen();
  const wanted = { id, which: "all" as const, ...span(2) };
  await expect(startResend(ctx, { ...wanted, ...anyKey() })).rejects.toMatchObject({ code: "invalid" });
  await expect(countResend(ctx, { ...wanted, ...span(0, 2) })).rejects.toMatchObject({ code: "invalid" });
  await queue(id, { count: 10_001, hoursAgo: 1, state: "delivered" });
  await expect(countResend(ctx, wanted)).rejects.toMatchObject({
    fields: { from: ["These are more than 10,000 events. Choose a shorter time."] },
  });
});

test("is stopped by its owner alone, and ends with its endpoint or after two days", async () => {
  const stranger = await listen();
  const begin = async () => {
    const { ctx, id } = await listen();
    await queue(id, { count: 30, hoursAgo: 1, state: "failed" });
    const request = { id, which: "failed" as const, ...span(2), ...anyKey() };
    await startResend(ctx, request);
    await expect(startResend(stranger.ctx, request)).rejects.toMatchObject({ code: "not_found" });
    await expect(countResend(stranger.ctx, request)).rejects.toMatchObject({ code: "not_found" });
    return { ctx, id, resendId: (await listEndpoints(ctx))[0]?.resend?.id ?? 0 };
  };
  const [stopped, removed, old] = [await begin(), await begin(), await begin()];
  await expect(stopResend(stranger.ctx, { id: stopped.resendId })).rejects.toMatchObject({
    code: "not_found",
  });
  await stopResend(stopped.ctx, { id: stopped.resendId });
  await expect(stopResend(stopped.ctx, { id: stopped.resendId })).rejects.toMatchObject({
    code: "not_found",
  });
  await removeEndpoint(removed.ctx, { id: removed.id });
  const { system } = at;
  await system.db.execute(
    sql`update webhook_resends set started_at = now() - interval '49 hours' where id = ${old.resendId}`,
  );
  await sendAll();
  expect(received).toHaveLength(40);
  expect(await system.db.execute(sql`select from webhook_resends where done_at is null`)).toEqual([]);
  await system.db.execute(sql`update webhook_resends set done_at = now() - interval '31 days'`);
  await sweepOldData(system, TABLES, ["webhook_resends"]);
  expect(await system.db.execute(sql`select from webhook_resends`)).toEqual([]);
});
