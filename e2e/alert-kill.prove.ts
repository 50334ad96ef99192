import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDispatching, stopDispatching } from "#lib/dispatch/dispatch-control";
import { modules } from "#lib/modules";
import { addAlertRecipient } from "#lib/monitoring/alert/recipients";
import { startSystem, type TestSystem } from "./harness.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem({ WEBHOOK_ALLOW_PRIVATE: "1" });
});
afterAll(() => system.close());

test("sends an alert and its end from another process after the sender is killed", async () => {
  const messages: [unknown, string][] = [];
  let delivery = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const { type, data } = JSON.parse(await text(request));
    if (data.kind !== "stopped") return void response.end();
    messages.push([request.headers["webhook-id"], type]);
    // The first request gets no response: its sender is killed while it waits.
    if (messages.length > 1) response.end();
    delivery.resolve();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const { systemCtx, sql } = system.database;
  const target = `http://127.0.0.1:${port}/`;
  await addAlertRecipient(
    systemCtx,
    { channel: "webhook", target, kinds: ["stopped"], reason: "test" },
    modules,
  );

  const first = await system.start({ roles: "worker" });
  await stopDispatching(systemCtx, { reason: "The float is moved." });
  /** The task that runs each minute runs now, and what it saw before it saw some minutes earlier. */
  const look = async (minutes: number) => {
    await sql`update alerts set began_at = began_at - make_interval(mins => ${minutes}),
      seen_at = seen_at - make_interval(mins => ${minutes}) where resolved_at is null`;
    const [before] = await sql`select succeeded_at from lanes where name = 'alert_checks'`;
    await sql`select pg_notify('lane', 'alert_checks')`;
    await expect
      .poll(
        async () => (await sql`select succeeded_at from lanes where name = 'alert_checks'`)[0]?.succeeded_at,
      )
      .not.toEqual(before?.succeeded_at);
  };
  await look(0);
  await look(1);
  await delivery.promise;
  delivery = Promise.withResolvers();
  await first.kill();
  await system.start({ roles: "worker" });
  await delivery.promise;
  delivery = Promise.withResolvers();
  await startDispatching(systemCtx, { reason: "The float is back." });
  await look(3);
  await delivery.promise;
  const [[id] = []] = messages;
  expect(messages).toEqual([
    [id, "alert.began"],
    [id, "alert.began"],
    [expect.not.stringMatching(String(id)), "alert.over"],
  ]);
  server.closeAllConnections();
  server.close();
});
