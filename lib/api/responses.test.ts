import { sql } from "drizzle-orm";
import { describe, expect, onTestFinished, test } from "vitest";
import { createToken } from "#lib/account/token/create-token";
import { serveTestApi, type TestCall } from "#lib/api/testing/serve-test-api";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";
import { openScene } from "#lib/testing/open-scene";

const at = await openScene();
const ADDRESS = "203.0.113.9";
let address = ADDRESS;
const api = await serveTestApi(({ headers }) => {
  headers["x-peer-address"] = address;
});

async function call(...request: Parameters<typeof api.call>) {
  const answer = await api.call(...request);
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === "" ? undefined : JSON.parse(text) };
}

/** Creates a reseller at level API, with a token. */
async function program(limits: { ips?: string[]; origins?: string[]; test?: boolean } = {}) {
  const reseller = await at.reseller("api");
  const { token } = await createToken(reseller.ctx, { name: "Program", ...limits });
  return { ...reseller, token };
}

test("allows a purchase after 600 reads, with the state of its own limit", async () => {
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

test("counts purchases apart from reads: neither uses up the allowance of the other", async () => {
  const { token } = await program();
  const remaining = async (path: string, sent?: TestCall) =>
    (await call(token, path, sent)).headers.get("ratelimit-remaining");
  expect(await remaining("/api/balance")).toBe("599");
  for (let n = 0; n < 3; n += 1)
    expect(await remaining(`/api/data/order-${n}`, { method: "POST", body: "{}" })).toBe(String(29 - n));
  expect(await remaining("/api/data", { method: "POST", body: "{}" })).toBe("26");
  expect(await remaining("/api/balance")).toBe("598");
});

for (const isTest of [false, true])
  test(`repeats a purchase while its limit is used up, and doesn't count it again, test token: ${isTest}`, async () => {
    const { token, id } = await program({ test: isTest });
    const { planId, networkId } = at.offered(0, "api");
    const body = JSON.stringify({ plan: planId, network: networkId, mobile_number: "08031234567" });
    const buy = (ref: string, order = body) =>
      call(token, `/api/data/${ref}`, { method: "POST", body: order });
    const dispatcher = runDispatcher(at.system);
    const bought = await buy("first");
    await at.system.db.execute(sql`delete from call_windows where reseller_id = ${id}`);
    const repeated = await buy("first");
    expect([repeated.status, repeated.headers.get("ratelimit-remaining")]).toEqual([200, "30"]);
    await Promise.all(Array.from({ length: 30 }, (_, n) => buy(`invalid-${n}`, "{}")));
    const again = await buy("first");
    await dispatcher.stop();
    expect([again.status, again.body]).toEqual([200, bought.body]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.headers.get("ratelimit-remaining")).toBe("0");
    expect((await buy("second")).status).toBe(429);
  });

test("lets a page of a known origin read that its token is missing, and no other page", async () => {
  const page = "https://page-of-401.example";
  await program({ origins: [page] });
  for (const [Origin, allowed] of [
    [page, page],
    ["https://other.example", null],
  ] as const) {
    const { status, headers } = await call("", "/api/balance", { headers: { Origin } });
    expect([status, headers.get("access-control-allow-origin")]).toEqual([401, allowed]);
  }
});

test("reports a reversed purchase as reversed, without its delivery", async () => {
  const { token } = await program();
  const { planId, networkId } = at.offered(0, "api");
  const order = JSON.stringify({ plan: planId, network: networkId, mobile_number: "08031234567" });
  const dispatcher = runDispatcher(at.system);
  const bought = await call(token, "/api/data/reversed-1", { method: "POST", body: order });
  await dispatcher.stop();
  expect(bought.body.data.api_response).toContain("was delivered to");
  await reverseDeliveredPurchase(await at.admin(), {
    ident: bought.body.data.ident,
    reason: "The network took it back.",
  });
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

describe("a token that isn't allowed for the caller's address or origin", () => {
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
  ])("names the list that denied access: %o from %s", async (limits, Origin, message) => {
    const { token } = await program(limits);
    const headers: Record<string, string> = Origin ? { Origin } : {};
    const { status, body } = await call(token, "/api/balance", { headers });
    expect([status, body]).toEqual([403, { status: false, message }]);
  });
});

test("asks an address that guesses tokens to wait, and accepts its right ones", async () => {
  address = "203.0.113.10";
  onTestFinished(() => {
    address = ADDRESS;
  });
  const { token } = await program();
  expect((await call(token, "/api/balance")).status).toBe(200);
  const guesses = [];
  for (let n = 0; n < 300; n += 50) {
    const some = Array.from({ length: 50 }, (_, at) => call(`guess-${n + at}`, "/api/balance"));
    guesses.push(...(await Promise.all(some)).map(({ status }) => status));
  }
  expect(guesses).toEqual(Array(300).fill(401));
  const rejected = await call("guess-300", "/api/data", { method: "POST", body: "{}" });
  expect([rejected.status, rejected.body]).toEqual([429, { message: "Too Many Attempts." }]);
  expect(rejected.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  expect((await call(token, "/api/balance")).status).toBe(200);
});
