import { once } from "node:events";
import { request } from "node:http";
import { expect, test } from "playwright/test";
import { type PortalMember, startSystem, type TestSystem } from "./harness.ts";
import { TestAccounts } from "./test-accounts.ts";
import { createTestShop } from "./test-shop.ts";

const DOMAIN = "ada.example.org";

let system: TestSystem;
let portal: PortalMember;
test.beforeAll(async () => {
  system = await startSystem({ SHOP_DOMAINS: "on", TRUSTED_PROXIES: "127.0.0.1,::1" });
  portal = await system.start({ roles: "web" });
  const { slug } = await createTestShop(system, await new TestAccounts(system.database.systemCtx).reseller());
  await system.database.sql`
    insert into shop_domains (shop_id, domain, token, state, verified_at)
    select id, ${DOMAIN}, 'x', 'verified', now() from shops where slug = ${slug}`;
  await expect.poll(() => send(DOMAIN, "/")).toBe(200);
});
test.afterAll(() => system.close());

/** Requests a path under another host name, as a proxy passes it on. */
async function send(host: string, path: string, forwardedFor?: string): Promise<number | undefined> {
  const { port } = new URL(portal.url);
  const headers = { Host: host, ...(forwardedFor && { "X-Forwarded-For": forwardedFor }) };
  const [response] = await once(
    request({ host: "127.0.0.1", port, path, headers, agent: false }).end(),
    "response",
  );
  response.resume();
  return response.statusCode;
}

test("serves a shop's domain beside a flood of invented names, which read nothing", async () => {
  const { sql } = system.database;
  const held = Promise.withResolvers<void>();
  const holding = sql.begin(async (tx) => {
    await tx`lock table shop_domains, shop_slugs in access exclusive mode`;
    await held.promise;
  });
  const names = Array.from({ length: 500 }, (_, n) => `n${n}.example.org`);
  const statuses = await Promise.all(names.map((name) => send(name, "/", "203.0.113.9")));
  expect(new Set(statuses)).toEqual(new Set([421]));
  expect(await send(DOMAIN, "/robots.txt")).toBe(200);
  held.resolve();
  await holding;
});

test("tells the proxy alone which domains get a certificate", async () => {
  const path = `/api/certificate?domain=${DOMAIN}`;
  expect(await send("127.0.0.1:2018", path, "127.0.0.1")).toBe(200);
  expect(await send("localhost", path)).toBe(200);
  expect(await send("localhost", path, "203.0.113.9")).toBe(403);
  expect(await send("localhost", path, "127.0.0.1, 203.0.113.9")).toBe(403);
});
