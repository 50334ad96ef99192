import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { createReseller } from "#lib/account/reseller/create";
import { confirmedSession } from "#lib/account/testing/people";
import type { Actor } from "#lib/core/context";
import { addEndpoint } from "#lib/webhook/endpoints";
import { testEndpoint } from "#lib/webhook/send-by-hand";
import { type Member, type System, startSystem } from "./harness.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem({ WEBHOOK_ALLOW_PRIVATE: "1" });
});
afterAll(() => system.close());

test("a message whose process is killed while it sends it is sent again by another", async () => {
  const messages: unknown[] = [];
  let told = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    messages.push(request.headers["webhook-id"]);
    // The first is left without an answer: its sender dies waiting for it.
    if (messages.length > 1) response.writeHead(204).end();
    told.resolve();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const { systemCtx, ctx } = system.database;
  const account = {
    email: "h@kiosk.test",
    name: "H",
    level: "api" as const,
    password: "kettle-orbit-93-lamp",
  };
  const { id } = await createReseller(systemCtx, account);
  const sessionId = await confirmedSession(system.database, id);
  const actor: Actor = { kind: "reseller", id, email: account.email, level: "api", sessionId };
  const added = await addEndpoint(ctx(actor), { url: `http://127.0.0.1:${port}/`, events: ["purchases"] });

  const workers: Member[] = [];
  onTestFailed(() => console.error(messages, ...workers.map((worker) => worker.log())));
  const first = await system.start({ roles: "worker" });
  workers.push(first);
  await testEndpoint(ctx(actor), { id: added.id });
  await told.promise;
  told = Promise.withResolvers();
  await first.kill();
  workers.push(await system.start({ roles: "worker" }));
  await told.promise;
  expect(messages).toEqual([messages[0], messages[0]]);
  server.closeAllConnections();
  server.close();
});
