import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { confirmedSession } from "#lib/account/testing/people";
import { addEndpoint } from "#lib/webhook/endpoints";
import { buy } from "../call.ts";
import { expect, test } from "../fixtures.ts";

test("a purchase that settles is told by a signed message", async ({ portal }) => {
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
  const sessionId = await confirmedSession(portal.system.database, door.resellerId);
  const actor = { kind: "reseller", id: door.resellerId, email: "", level: "api", sessionId } as const;
  const url = `http://127.0.0.1:${port}/hook`;
  const { secret } = await addEndpoint(portal.system.database.ctx(actor), { url, events: ["purchases"] });
  const bought = await buy(door, {}, "told-by-webhook");

  const { headers, body } = await heard.promise;
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({
    type: "purchase.successful",
    data: { ...bought.body.data, ref: "told-by-webhook" },
  });
  server.close();
});
