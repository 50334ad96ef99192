import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueToken } from "#lib/account/token/issue";
import { dispatch } from "#lib/purchase/send/dispatch";
import { reverse } from "#lib/purchase/settle/reverse";
import { type Scene, scene } from "#lib/testing/scene";
import { serve } from "./serve.ts";

let at: Scene;
const server = createServer((request, response) => {
  request.headers["x-peer-address"] = "203.0.113.9";
  serve(request, response, []);
});

beforeAll(async () => {
  at = await scene();
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await at.close();
});

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

async function call(token: string, path: string, { headers, ...sent }: Sent = {}) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const usual = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const answer = await fetch(url, { ...sent, headers: { ...usual, ...headers } });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === "" ? undefined : JSON.parse(text) };
}

/** A new reseller at level API, and a token of theirs. */
async function program(limits: { ips?: string[]; origins?: string[] } = {}) {
  const reseller = await at.reseller("api");
  const { token } = await issueToken(reseller.ctx, { name: "Program", ...limits });
  return { ...reseller, token };
}

test("lets a purchase through after 600 reads, and says how its own limit stands", async () => {
  const { token } = await program();
  const plans = () => call(token, "/api/data_plans", { headers: { "If-None-Match": "*" } });
  for (let n = 0; n < 600; n += 50) await Promise.all(Array.from({ length: 50 }, plans));
  expect((await plans()).status).toBe(429);
  const buying = { method: "POST", body: "{}" };
  const bought = await call(token, "/api/data/order-1", buying);
  expect([bought.status, bought.headers.get("ratelimit-limit")]).toEqual([422, "30"]);
  expect(bought.headers.get("ratelimit-remaining")).toBe("29");
  const unknown = await call(token, "/api/nothing");
  expect([unknown.status, unknown.headers.get("ratelimit-remaining")]).toEqual([404, "0"]);
});

test("says of a reversed purchase that it was reversed, and nothing of its delivery", async () => {
  const { token } = await program();
  const { planId, networkId } = at.offered(0, "api");
  const order = JSON.stringify({ plan: planId, network: networkId, mobile_number: "08031234567" });
  const dispatcher = dispatch(at.system);
  const bought = await call(token, "/api/data/reversed-1", { method: "POST", body: order });
  await dispatcher.stop();
  expect(bought.body.data.api_response).toContain("was delivered to");
  await reverse(await at.admin(), { ident: bought.body.data.ident, reason: "The network took it back." });
  const { body } = await call(token, "/api/data/reversed-1");
  expect(body.data).toMatchObject({
    Status: "failed",
    api_response: "Reversed: The network took it back.",
    balance_before: body.data.balance_after,
  });
  expect(JSON.stringify(body)).not.toContain("delivered");
  const list = await call(token, "/api/transactions");
  expect(list.body.data).toMatchObject([{ api_response: "Reversed: The network took it back." }]);
});

describe("a token that is not for where the call comes from", () => {
  const [here, elsewhere] = [["203.0.113.9"], ["198.51.100.1"]];
  const page = ["https://page.example"];
  test.each([
    [{ ips: elsewhere }, undefined, "Your IP address (203.0.113.9) is not whitelisted for this API token."],
    [
      { ips: elsewhere },
      "https://other.example",
      "Your IP address (203.0.113.9) is not whitelisted for this API token.",
    ],
    [
      { origins: page },
      "https://other.example",
      "Your origin (https://other.example), from IP address (203.0.113.9), is not whitelisted for this API token.",
    ],
    [
      { origins: page },
      undefined,
      "A call without an origin, from IP address (203.0.113.9), is not whitelisted for this API token.",
    ],
    [
      { ips: here, origins: page },
      "https://other.example",
      "Your origin (https://other.example), from IP address (203.0.113.9), is not whitelisted for this API token.",
    ],
    [
      { ips: elsewhere, origins: page },
      "https://page.example",
      "Your IP address (203.0.113.9) is not whitelisted for this API token.",
    ],
    [
      { ips: elsewhere, origins: page },
      "https://other.example",
      "Your IP address (203.0.113.9) and your origin (https://other.example) are not whitelisted for this API token.",
    ],
  ])("is told which list refused: %o from %s", async (limits, Origin, message) => {
    const { token } = await program(limits);
    const headers: Record<string, string> = Origin ? { Origin } : {};
    const { status, body } = await call(token, "/api/balance", { headers });
    expect([status, body]).toEqual([403, { status: false, message }]);
  });
});

test("tells an address that guesses tokens to wait, and lets its right ones through", async () => {
  const { token } = await program();
  expect((await call(token, "/api/balance")).status).toBe(200);
  const guesses = [];
  for (let n = 0; n < 300; n += 50) {
    const some = Array.from({ length: 50 }, (_, at) => call(`guess-${n + at}`, "/api/balance"));
    guesses.push(...(await Promise.all(some)).map(({ status }) => status));
  }
  expect(guesses).toEqual(Array(300).fill(401));
  const refused = await call("guess-300", "/api/data", { method: "POST", body: "{}" });
  expect([refused.status, refused.body]).toEqual([429, { message: "Too Many Attempts." }]);
  expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  expect((await call(token, "/api/balance")).status).toBe(200);
});
