import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { callPurchase } from "#e2e/conformance/call-api";
import { expect, test } from "#e2e/conformance/fixtures";
import { asReseller } from "#lib/testing/scene";
import { addEndpoint } from "#lib/webhook/endpoints";

test("sends a signed event when a purchase settles", async ({ portal }) => {
  const heard = Promise.withResolvers<{ headers: Record<string, string>; body: string }>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    response.writeHead(204).end();
    heard.resolve({ headers: request.headers as Record<string, string>, body });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  const door = await portal.open();
  const ctx = await asReseller(portal.system.database.systemCtx, door.resellerId);
  const url = `http://127.0.0.1:${port}/hook`;
  const { secret } = await addEndpoint(ctx, { url, events: ["purchases"] });
  const bought = await callPurchase(door, {}, "told-by-webhook");

  const { headers, body } = await heard.promise;
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({
    type: "purchase.successful",
    data: { ...bought.body.data, ref: "told-by-webhook" },
  });
  server.close();
});
