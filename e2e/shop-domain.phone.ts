import { request } from "node:http";
import { sql } from "drizzle-orm";
import { startDnsServer } from "#lib/testing/dns-server";
import { startTlsServer } from "#lib/testing/tls-server";
import config from "../playwright.config.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { createTestShop, deliverCustomerOrder } from "./test-shop.ts";

const dns = await startDnsServer();
dns.set("localhost", "A", ["127.0.0.1"]);
const DOMAIN = "ada.example.org";

/** Passes requests on to the portal, at first with the certificate of another name. */
let portalUrl = "";
const tls = await startTlsServer("other.example.org", async ({ headers, url = "" }, response) => {
  const { status, body } = await send(portalUrl, headers.host ?? "", url);
  response.writeHead(status).end(body);
});

test.afterAll(() => tls.close());

/** A domain that was just verified is tried within some seconds. */
const SWEEP = { timeout: 30_000 };

test.use({
  variables: {
    SHOP_DOMAINS: "on",
    SHOP_DOMAIN_DNS: dns.address,
    SHOP_DOMAIN_PORT: String(tls.port),
    SHOP_DOMAIN_CA: tls.authority,
  },
  launchOptions: {
    ...config.use?.launchOptions,
    args: [...(config.use?.launchOptions?.args ?? []), "--host-resolver-rules=MAP *.example.org 127.0.0.1"],
  },
});

/** Sends a request to the portal's process under another host name. */
function send(url: string, host: string, path: string, headers: Record<string, string> = {}, method = "GET") {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      const { port, hostname } = new URL(url);
      const sent = request(
        { hostname, port, path, method, headers: { ...headers, Host: `${host}:${port}` } },
        (got) => {
          let body = "";
          got.setEncoding("utf8");
          got.on("data", (part) => {
            body += part;
          });
          got.on("end", () => resolve({ status: got.statusCode ?? 0, headers: got.headers, body }));
        },
      );
      sent.on("error", reject).end();
    },
  );
}

test("a shop is at its own domain, and nothing else is there", { tag: "@prove" }, async ({
  page,
  context,
  signIn,
  stage,
  allow,
}) => {
  allow(/404|421|Cross-Origin-Opener-Policy header has been ignored/);
  const person = await signIn();
  const shop = await createTestShop(stage, person);
  const neighbour = await createTestShop(stage, await stage.people.reseller());
  const { url } = stage.member;
  portalUrl = url;
  const { port } = new URL(url);

  await page.goto("/shop/details");
  await page.getByRole("link", { name: "Add domain" }).click();
  await page.getByLabel("Domain", { exact: true }).fill("shop");
  await page.getByRole("button", { name: "Save domain" }).click();
  await expect(page.getByText("Enter a domain that you registered, such as shop.example.com.")).toBeVisible();
  await page.getByLabel("Domain", { exact: true }).fill(`https://${DOMAIN}/`);
  await page.getByRole("button", { name: "Save domain" }).click();
  await expect(page.getByText("The TXT record isn’t there.")).toBeVisible();
  await expectAccessible(page);
  expect((await send(url, DOMAIN, `/s/${shop.slug}`)).status).toBe(421);
  expect((await send(url, "localhost", `/api/certificate?domain=${DOMAIN}`)).status).toBe(404);

  const proof = await page.getByText(/^shop-proof=/).textContent();
  dns.set(`_shop-proof.${DOMAIN}`, "TXT", [proof ?? ""]);
  dns.set(DOMAIN, "A", ["127.0.0.1"]);
  dns.set("example.org", "CAA", ["pki.goog"]);
  await stage.database.systemCtx.db.execute(
    sql`update shop_domains set checked_at = now() - interval '1 minute'`,
  );
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText("Doesn’t open yet", { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await send(url, "localhost", `/api/certificate?domain=${DOMAIN}`)).status)
    .toBe(200);
  await expect(page.getByText("A CAA record (example.org: pki.goog) forbids")).toBeVisible(SWEEP);
  await expectAccessible(page);
  await page.goto("/shop/share");
  await expect(page.getByText(`${new URL(url).host}/s/${shop.slug}`, { exact: true })).toBeVisible();

  tls.certify(DOMAIN);
  await stage.database.systemCtx.db.execute(
    sql`update shop_domains set checked_at = now() - interval '1 minute'`,
  );
  await page.goto("/shop/domain");
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText("In use", { exact: true })).toBeVisible();
  await expectAccessible(page);

  const home = `http://${DOMAIN}:${port}`;
  await page.goto("/shop/share");
  await expect(page.getByText(`${DOMAIN}:${port}/`, { exact: true })).toBeVisible();
  await page.goto("/shop/poster");
  await expect(page.getByText(`${DOMAIN}:${port}`, { exact: true })).toBeVisible();

  await page.goto(home);
  await expect(page.getByRole("heading", { name: shop.name })).toBeVisible();
  expect(await page.locator('link[rel="canonical"]').getAttribute("href")).toBe(`${home}/`);
  await expectAccessible(page);
  await page.getByRole("link", { name: /GB$/ }).first().click();
  await page.getByLabel(/number gets the data/).fill("08031234567");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: /^Order for/ }).click();
  await page.waitForURL(new RegExp(`^${home}/s/${shop.slug}/o/[0-9a-z]{20}$`));
  await expect(page.getByRole("heading", { name: /^Pay ₦/ })).toBeVisible();
  const { code } = await deliverCustomerOrder(stage, shop);
  await page.goto(`${home}/s/${shop.slug}/o/${code}/receipt`);
  await expect(page.getByText(DOMAIN, { exact: true })).toBeVisible();
  expect(await context.cookies(home)).toEqual([]);

  await test.step("no page, session or cookie of the portal", async () => {
    const cookie = (await context.cookies(url)).map(({ name, value }) => `${name}=${value}`).join("; ");
    expect(cookie).not.toBe("");
    const foreign = [
      ...[
        "/sign-in",
        "/home",
        "/admin",
        "/api/data",
        "/api/auth/session",
        "/_next/static/x.js",
        "/manifest.json",
      ],
      ...[
        `/s/${neighbour.slug}`,
        `/s/${shop.slug}/../../sign-in`,
        `//${shop.slug}`,
        "/s/%61da",
        "/api/certificate",
      ],
    ];
    for (const path of foreign)
      expect((await send(url, DOMAIN, path, { Cookie: cookie })).status, path).toBe(404);
    for (const path of ["/", `/s/${shop.slug}`, `/s/${shop.slug}/o/${code}`, "/robots.txt", "/icon.svg"]) {
      const { status, headers, body } = await send(url, DOMAIN, path, { Cookie: cookie });
      expect([path, status, headers["set-cookie"]]).toEqual([path, 200, undefined]);
      expect(body).not.toContain(person.email);
    }
    expect((await send(url, DOMAIN, "/", {}, "DELETE")).status).toBe(405);
    expect((await send(url, "unknown.example.org", "/")).status).toBe(421);
    expect((await send(url, "unknown.example.org", "/sign-in")).status).toBe(421);
    expect((await send(url, "localhost", "/api/certificate?domain=unknown.example.org")).status).toBe(404);
    // A client can't claim to be at a shop's domain.
    const order = await fetch(`${url}/s/${shop.slug}/order`, {
      method: "POST",
      headers: { Origin: home, "X-Shop-Host": DOMAIN, "Content-Type": "application/x-www-form-urlencoded" },
      body: "plan=1",
    });
    expect(order.status).toBe(403);
  });

  await test.step("orders stay visible there after the records are lost, and links lead to the portal", async () => {
    await stage.database.systemCtx.db.execute(sql`
      update shop_domains set failing_since = now() - interval '1 hour', checked_at = now() - interval '1 minute'`);
    dns.set(`_shop-proof.${DOMAIN}`, "TXT", []);
    await page.goto(`${url}/shop/domain`);
    await page.getByRole("button", { name: "Check now" }).click();
    await expect(page.getByText("Records missing", { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.goto("/shop/share");
    await expect(page.getByText(`${new URL(url).host}/s/${shop.slug}`, { exact: true })).toBeVisible();
    expect((await send(url, DOMAIN, `/s/${shop.slug}/o/${code}`)).status).toBe(200);
    await expect
      .poll(async () => (await send(url, "localhost", `/api/certificate?domain=${DOMAIN}`)).status)
      .toBe(404);
    await page.goto("/notifications");
    await expect(page.getByText(`${DOMAIN} no longer leads to your shop`)).toBeVisible();
  });

  await page.goto("/shop/domain");
  await page.getByRole("button", { name: "Remove domain" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove domain" }).click();
  await expect(page.getByRole("heading", { name: "Add domain" })).toBeVisible();
  await expect.poll(async () => (await send(url, DOMAIN, "/")).status).toBe(421);
});
