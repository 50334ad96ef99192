import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDispatching, stopDispatching } from "#lib/purchase/send/control";
import { ALERT_KINDS } from "#lib/report/alert/kinds";
import { addReceiver } from "#lib/report/alert/receivers";
import { type System, startSystem } from "./harness.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem({ WEBHOOK_ALLOW_PRIVATE: "1" });
});
afterAll(() => system.close());

test("an alert whose process is killed while it tells it is told by another, which tells its end as well", async () => {
  const messages: [unknown, string][] = [];
  let told = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const { type, data } = JSON.parse(await text(request));
    if (data.kind !== "stopped") return void response.end();
    messages.push([request.headers["webhook-id"], type]);
    // The first is left without an answer: its sender dies waiting for it.
    if (messages.length > 1) response.end();
    told.resolve();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const { systemCtx, sql } = system.database;
  const target = `http://127.0.0.1:${port}/`;
  await addReceiver(systemCtx, { way: "webhook", target, kinds: [...ALERT_KINDS], reason: "test" });

  const first = await system.start({ roles: "worker" });
  await stopDispatching(systemCtx, { reason: "The float is moved." });
  /** The task that runs each minute runs now, and what it saw before it saw some minutes earlier. */
  const look = async (minutes: number) => {
    await sql`update alerts set began_at = began_at - make_interval(mins => ${minutes}),
      seen_at = seen_at - make_interval(mins => ${minutes}) where over_at is null`;
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
  await told.promise;
  told = Promise.withResolvers();
  await first.kill();
  await system.start({ roles: "worker" });
  await told.promise;
  told = Promise.withResolvers();
  await startDispatching(systemCtx, { reason: "The float is back." });
  await look(3);
  await told.promise;
  const [[id] = []] = messages;
  expect(messages).toEqual([
    [id, "alert.began"],
    [id, "alert.began"],
    [expect.not.stringMatching(String(id)), "alert.over"],
  ]);
  server.closeAllConnections();
  server.close();
});
