import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFailed, onTestFinished, test } from "vitest";
import { asReseller } from "#lib/testing/scene";
import { addEndpoint } from "#lib/webhook/endpoints";
import { sendTestEvent } from "#lib/webhook/send-manually";
import { type PortalMember, startSystem, type TestSystem } from "./harness.ts";
import { TestAccounts } from "./test-accounts.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem({ WEBHOOK_ALLOW_PRIVATE: "1" });
});
afterAll(() => system.close());

test("sends an event again from another process after its sender is killed", async () => {
  const messages: unknown[] = [];
  let delivery = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    messages.push(request.headers["webhook-id"]);
    // The first request gets no response: its sender is killed while it waits.
    if (messages.length > 1) response.writeHead(204).end();
    delivery.resolve();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const { systemCtx } = system.database;
  const { id } = await new TestAccounts(systemCtx).reseller({ level: "api" });
  const ctx = await asReseller(systemCtx, id);
  const added = await addEndpoint(ctx, { url: `http://127.0.0.1:${port}/`, events: ["purchases"] });

  const workers: PortalMember[] = [];
  onTestFailed(() => console.error(messages, ...workers.map((worker) => worker.log())));
  const first = await system.start({ roles: "worker" });
  workers.push(first);
  await sendTestEvent(ctx, { id: added.id });
  await delivery.promise;
  delivery = Promise.withResolvers();
  await first.kill();
  // As if the killed sender's lease were over.
  await systemCtx.db.execute(
    sql`update deliveries set claimed_until = now() where claimed_until is not null`,
  );
  workers.push(await system.start({ roles: "worker" }));
  await delivery.promise;
  expect(messages).toEqual([messages[0], messages[0]]);
});
