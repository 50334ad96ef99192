import { request } from "node:https";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getFreePort } from "#db/embedded/free-port";
import { startTestServer } from "#db/testing/server";
import { checkDomain } from "#lib/shop-domain/check-domains";
import { getShopDomain, setShopDomain } from "#lib/shop-domain/shop-domain";
import { startDnsServer, type TestDnsServer } from "#lib/testing/dns-server";
import { startSystem, type TestSystem } from "./harness.ts";
import { startProxy } from "./rolling/proxies.ts";
import { installPackages, searchPath } from "./system-packages.ts";
import { TestAccounts } from "./test-accounts.ts";
import { createTestShop } from "./test-shop.ts";

const TIMEOUT_MS = 300_000;
const DOMAIN = "ada.example.org";

let dns: TestDnsServer;
let system: TestSystem;
let proxy: Awaited<ReturnType<typeof startProxy>>;

beforeAll(async () => {
  if (searchPath("caddy").length === 0) await installPackages(["caddy"], TIMEOUT_MS);
  await startTestServer();
  dns = await startDnsServer();
  system = await startSystem({
    SHOP_DOMAINS: "on",
    SHOP_DOMAIN_DNS: dns.address,
    TRUSTED_PROXIES: "127.0.0.1",
    WEBHOOK_ALLOW_PRIVATE: "1",
  });
  const portal = await system.start({ roles: "web" });
  proxy = await startProxy("caddy", await getFreePort(), [Number(new URL(portal.url).port)]);
  process.env.SHOP_DOMAIN_PORT = String(proxy.tlsPort);
}, TIMEOUT_MS);
afterAll(async () => {
  await proxy?.close();
  await system?.close();
  dns?.close();
});

/** Requests a page by TLS under a host name. @returns its status and body; the error where no TLS comes about */
function fetchByTls(host: string, path: string): Promise<{ status: number; body: string } | string> {
  return new Promise((resolve) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port: proxy.tlsPort,
        servername: host,
        path,
        headers: { Host: host },
        rejectUnauthorized: false,
        agent: false,
      },
      async (response) => {
        const body = (await response.setEncoding("utf8").toArray()).join("");
        resolve({ status: response.statusCode ?? 0, body });
      },
    );
    sent.on("error", ({ message }) => resolve(message)).end();
  });
}

test(
  "Caddy serves a verified domain by TLS, and gets no certificate for other names",
  async () => {
    const { systemCtx } = system.database;
    const shop = await createTestShop(system, await new TestAccounts(systemCtx).reseller());
    await setShopDomain(shop.owner, { domain: DOMAIN });
    expect(await fetchByTls(DOMAIN, "/")).toMatch(/alert|ssl|tls/i);

    const domain = await getShopDomain(shop.owner);
    dns.set(domain?.proof.name ?? "", "TXT", [domain?.proof.value ?? ""]);
    dns.set(DOMAIN, "CNAME", ["localhost"]);
    dns.set(DOMAIN, "A", ["127.0.0.1"]);
    const [row] = await systemCtx.db.execute<{ id: string }>(sql`select shop_id as id from shop_domains`);
    const check = async () => {
      await checkDomain(systemCtx, Number(row?.id));
      return await getShopDomain(shop.owner);
    };
    expect(await check()).toMatchObject({ state: "opening", problem: null });
    await expect.poll(check, { timeout: TIMEOUT_MS }).toMatchObject({
      state: "opening",
      problem: "certificate",
      detail: expect.stringContaining("authority"),
    });
    process.env.SHOP_DOMAIN_CA = proxy.authority;
    expect(await check()).toMatchObject({ state: "verified", problem: null });

    await expect.poll(() => fetchByTls(DOMAIN, "/"), { timeout: TIMEOUT_MS }).toMatchObject({ status: 200 });
    expect(await fetchByTls(DOMAIN, "/")).toMatchObject({ body: expect.stringContaining(shop.name) });
    for (const path of ["/sign-in", "/home", "/metrics"])
      expect(await fetchByTls(DOMAIN, path), path).toMatchObject({ status: 404 });
    expect(await fetchByTls("other.example.org", "/")).toMatch(/alert|ssl|tls/i);
  },
  TIMEOUT_MS,
);
