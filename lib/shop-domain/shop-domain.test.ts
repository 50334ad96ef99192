import { sql } from "drizzle-orm";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { getFreePort } from "#db/embedded/free-port";
import { auditList } from "#lib/audit/audit-list";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { buildShopUrl } from "#lib/core/shop-address";
import { checkVariables } from "#lib/core/variables";
import { TABLES } from "#lib/modules";
import { exportOwnData } from "#lib/privacy/export-personal-data";
import { getShop, getShopContact } from "#lib/shop/get-shop";
import { saveShop } from "#lib/shop/save-shop";
import { setShopState } from "#lib/shop/set-shop-state";
import { openTestShop } from "#lib/shop/testing/test-shop";
import { startDnsServer } from "#lib/testing/dns-server";
import { openScene } from "#lib/testing/open-scene";
import { startTlsServer } from "#lib/testing/tls-server";
import { checkDomain, createDomainLane } from "./check-domains.ts";
import { listShopHosts } from "./list-shop-hosts.ts";
import { shopDomainModule } from "./module.ts";
import { getShopDomain, recheckShopDomain, removeShopDomain, setShopDomain } from "./shop-domain.ts";

const dns = await startDnsServer();
/** Serves the domains below example.com by TLS, as a proxy before the portal does. */
const tls = await startTlsServer("*.example.com", async ({ headers, url = "" }, response) => {
  const text = (await findShopHost(headers.host ?? ""))?.answer?.(url);
  response.writeHead(text ? 200 : 404).end(text);
});
const foreign = await startTlsServer("*.example.com", (_request, response) =>
  response.end("Welcome to nginx!"),
);
afterAll(() => {
  dns.close();
  tls.close();
  foreign.close();
});
const PORTAL = "127.0.0.1";
const at = await openScene({
  NEXTAUTH_URL: "https://portal.example.com",
  TRUSTED_PROXIES: "127.0.0.1",
  SHOP_DOMAINS: "on",
  SHOP_DOMAIN_DNS: dns.address,
  SHOP_DOMAIN_PORT: String(tls.port),
  SHOP_DOMAIN_CA: tls.authority,
  WEBHOOK_ALLOW_PRIVATE: "1",
});
dns.set("portal.example.com", "A", [PORTAL]);

async function openShopOf(name: string) {
  const { id, ctx } = await at.reseller();
  const slug = `shop-${name}`;
  await openTestShop(ctx, slug);
  const [row] = await at.system.db.execute<{ id: string }>(sql`select id from shops where slug = ${slug}`);
  return { id, ctx, slug, shopId: Number(row?.id) };
}
type TestShop = Awaited<ReturnType<typeof openShopOf>>;

/** Sets both records of a shop's domain, as its owner does. */
async function setRecords({ ctx }: { ctx: Ctx }, addresses = [PORTAL]) {
  const domain = await getShopDomain(ctx);
  if (!domain) throw new Error("no domain");
  dns.set(domain.proof.name, "TXT", [domain.proof.value]);
  dns.set(domain.domain, "A", addresses);
}

async function verify(shop: TestShop, domain: string) {
  await setShopDomain(shop.ctx, { domain });
  await setRecords(shop);
  await checkDomain(at.system, shop.shopId);
}

async function open(shop: TestShop, domain: string) {
  await verify(shop, domain);
  await checkDomain(at.system, shop.shopId);
}

const stateOf = async ({ ctx }: TestShop) => {
  const domain = await getShopDomain(ctx);
  return domain && [domain.state, domain.problem];
};
const addressOf = async ({ slug }: TestShop) => buildShopUrl(await getShop(at.system, { slug }));
const failFor = (shop: TestShop, hours: number) =>
  at.system.db.execute(sql`
    update shop_domains set failing_since = now() - make_interval(hours => ${hours}) where shop_id = ${shop.shopId}`);
const findShopHost = async (host: string) => (await listShopHosts(at.system)).get(host);
const notificationsOf = ({ id }: TestShop) =>
  at.system.db.execute<{ title: string }>(sql`
    select facts ->> 'title' as title from notifications where account_id = ${id} and event = 'shop_domain'
    order by id`);

test("verifies a domain by its records, and uses it in links", async () => {
  const shop = await openShopOf("ada");
  await setShopDomain(shop.ctx, { domain: "https://Ada.Example.COM/" });
  expect(await getShopDomain(shop.ctx)).toMatchObject({
    domain: "ada.example.com",
    state: "pending",
    checking: true,
    target: { host: "portal.example.com", addresses: [] },
  });
  await checkDomain(at.system, shop.shopId);
  expect(await stateOf(shop)).toEqual(["pending", "proof"]);
  expect(await addressOf(shop)).toBe(`https://portal.example.com/s/${shop.slug}`);
  expect(await findShopHost("ada.example.com")).toBeUndefined();

  await setRecords(shop, ["198.51.100.1"]);
  await checkDomain(at.system, shop.shopId);
  expect(await stateOf(shop)).toEqual(["pending", "address"]);
  expect((await getShopDomain(shop.ctx))?.target.addresses).toEqual([PORTAL]);
  await setRecords(shop, [PORTAL, "198.51.100.1"]);
  await checkDomain(at.system, shop.shopId);
  expect(await stateOf(shop)).toEqual(["pending", "address"]);

  await setRecords(shop);
  await checkDomain(at.system, shop.shopId);
  expect(await stateOf(shop)).toEqual(["opening", null]);
  expect(await addressOf(shop)).toBe(`https://portal.example.com/s/${shop.slug}`);
  expect((await findShopHost("ada.example.com"))?.certified).toBe(true);
  expect(await notificationsOf(shop)).toEqual([]);

  await checkDomain(at.system, shop.shopId);
  expect(await stateOf(shop)).toEqual(["verified", null]);
  expect(await addressOf(shop)).toBe("https://ada.example.com/");
  const seen = await getShopContact(at.system, { slug: shop.slug });
  expect(seen && buildShopUrl(seen, "/o/code")).toBe(`https://ada.example.com/s/${shop.slug}/o/code`);
  expect(await notificationsOf(shop)).toEqual([{ title: "Your shop is at ada.example.com" }]);
});

test("accepts a CNAME record to the portal's host name", async () => {
  const shop = await openShopOf("alias");
  await setShopDomain(shop.ctx, { domain: "alias.example.com" });
  await setRecords(shop, ["198.51.100.9"]);
  dns.set("alias.example.com", "A", []);
  dns.set("alias.example.com", "CNAME", ["portal.example.com"]);
  await checkDomain(at.system, shop.shopId);
  expect(await stateOf(shop)).toEqual(["opening", null]);
});

/** Sets what tests may choose of the request to a domain, until the test ends. */
function choose(name: string, value: string) {
  const before = process.env[name] ?? "";
  process.env[name] = value;
  onTestFinished(() => {
    process.env[name] = before;
  });
}

test("keeps links at the portal's address while the domain doesn't open, and says why", async () => {
  const shop = await openShopOf("shut");
  await verify(shop, "shut.example.com");
  const expectProblem = async (problem: string, detail: string | null) => {
    await checkDomain(at.system, shop.shopId);
    expect(await getShopDomain(shop.ctx)).toMatchObject({ state: "opening", problem, detail });
    expect(await addressOf(shop)).toBe(`https://portal.example.com/s/${shop.slug}`);
  };
  choose("SHOP_DOMAIN_PORT", String(await getFreePort()));
  await expectProblem("no_answer", null);
  choose("SHOP_DOMAIN_PORT", String(foreign.port));
  await expectProblem("certificate", "the server’s certificate is self-signed");
  dns.set("example.com", "CAA", ["pki.goog"]);
  onTestFinished(() => dns.set("example.com", "CAA", []));
  await expectProblem("caa", "example.com: pki.goog");
  dns.set("shut.example.com", "CAA", ["letsencrypt.org; validationmethods=http-01"]);
  await expectProblem("certificate", "the server’s certificate is self-signed");
  choose("SHOP_DOMAIN_CA", foreign.authority);
  await expectProblem("other_server", null);
  choose("SHOP_DOMAIN_CA", tls.authority);
  choose("SHOP_DOMAIN_PORT", String(tls.port));
  choose("WEBHOOK_ALLOW_PRIVATE", "");
  await expectProblem("no_answer", null);
  process.env.WEBHOOK_ALLOW_PRIVATE = "1";
  expect(await notificationsOf(shop)).toEqual([]);
  await checkDomain(at.system, shop.shopId);
  expect(await stateOf(shop)).toEqual(["verified", null]);
  expect(await notificationsOf(shop)).toEqual([{ title: "Your shop is at shut.example.com" }]);
});

test("rejects the certificate of another name", async () => {
  const shop = await openShopOf("deep");
  await open(shop, "very.deep.example.com");
  expect(await getShopDomain(shop.ctx)).toMatchObject({
    state: "opening",
    problem: "certificate",
    detail: "the server’s certificate is for another name",
  });
});

test("leads links to the portal again after a day in which the domain doesn't open", async () => {
  const shop = await openShopOf("broken");
  await open(shop, "broken.example.com");
  expect(await addressOf(shop)).toBe("https://broken.example.com/");
  choose("SHOP_DOMAIN_PORT", String(foreign.port));
  await checkDomain(at.system, shop.shopId);
  await failFor(shop, 23);
  await checkDomain(at.system, shop.shopId);
  expect(await stateOf(shop)).toEqual(["verified", "certificate"]);
  expect(await addressOf(shop)).toBe("https://broken.example.com/");
  await failFor(shop, 24);
  await checkDomain(at.system, shop.shopId);
  expect(await stateOf(shop)).toEqual(["opening", "certificate"]);
  expect(await addressOf(shop)).toBe(`https://portal.example.com/s/${shop.slug}`);
  expect((await findShopHost("broken.example.com"))?.certified).toBe(true);
  expect((await notificationsOf(shop)).at(-1)?.title).toBe("broken.example.com no longer opens");
  process.env.SHOP_DOMAIN_PORT = String(tls.port);
  await checkDomain(at.system, shop.shopId);
  expect(await stateOf(shop)).toEqual(["verified", null]);
});

test("never takes a domain without its proof, and moves it when the proof moves", async () => {
  const [owner, rival] = [await openShopOf("owner"), await openShopOf("rival")];
  await open(owner, "fought.example.com");
  const proof = (await getShopDomain(owner.ctx))?.proof;
  await setShopDomain(rival.ctx, { domain: "fought.example.com" });
  await checkDomain(at.system, rival.shopId);
  expect(await stateOf(rival)).toEqual(["pending", "proof"]);

  const rivalProof = (await getShopDomain(rival.ctx))?.proof;
  dns.set("_shop-proof.fought.example.com", "TXT", [proof?.value ?? "", rivalProof?.value ?? ""]);
  await checkDomain(at.system, rival.shopId);
  expect(await stateOf(rival)).toEqual(["pending", "taken"]);
  expect(await stateOf(owner)).toEqual(["verified", null]);

  dns.set("_shop-proof.fought.example.com", "TXT", [rivalProof?.value ?? ""]);
  await checkDomain(at.system, rival.shopId);
  expect(await stateOf(rival)).toEqual(["opening", null]);
  expect(await stateOf(owner)).toEqual(["lost", "proof"]);
  expect(await addressOf(owner)).toBe(`https://portal.example.com/s/${owner.slug}`);
  expect((await findShopHost("fought.example.com"))?.home).toBe(`/s/${rival.slug}`);
  expect(await notificationsOf(owner)).toHaveLength(2);
});

test("lets the database keep a domain for one shop alone", async () => {
  const [one, two] = [await openShopOf("one"), await openShopOf("two")];
  await verify(one, "unique.example.com");
  await setShopDomain(two.ctx, { domain: "unique.example.com" });
  await expect(
    at.system.db.execute(
      sql`update shop_domains set state = 'verified', verified_at = now() where shop_id = ${two.shopId}`,
    ),
  ).rejects.toThrow();
});

test("gives a domain up an hour after its records are gone, serves it on, and takes it again", async () => {
  const shop = await openShopOf("loser");
  await open(shop, "loser.example.com");
  dns.set("_shop-proof.loser.example.com", "TXT", ["other"]);
  await checkDomain(at.system, shop.shopId);
  expect(await stateOf(shop)).toEqual(["verified", "proof"]);
  await failFor(shop, 1);
  await checkDomain(at.system, shop.shopId);
  expect(await stateOf(shop)).toEqual(["lost", "proof"]);
  expect(await addressOf(shop)).toBe(`https://portal.example.com/s/${shop.slug}`);
  const host = await findShopHost("loser.example.com");
  expect(host?.certified).toBe(false);
  expect(host?.serves(`/s/${shop.slug}/o/${"0".repeat(20)}`)).toBe(true);
  expect((await notificationsOf(shop)).at(-1)?.title).toBe("loser.example.com no longer leads to your shop");
  await setRecords(shop);
  await checkDomain(at.system, shop.shopId);
  expect(await stateOf(shop)).toEqual(["opening", null]);
  expect(await addressOf(shop)).toBe(`https://portal.example.com/s/${shop.slug}`);
  await checkDomain(at.system, shop.shopId);
  expect(await stateOf(shop)).toEqual(["verified", null]);
});

test("keeps a domain while its DNS servers don't respond", async () => {
  const shop = await openShopOf("silent");
  await open(shop, "silent.example.com");
  dns.silence("silent.example.com");
  await failFor(shop, 2);
  await checkDomain(at.system, shop.shopId);
  expect(await stateOf(shop)).toEqual(["verified", "no_response"]);
  await failFor(shop, 73);
  await checkDomain(at.system, shop.shopId);
  expect(await stateOf(shop)).toEqual(["lost", "no_response"]);
});

test("names as certified only the verified domain of an open shop", async () => {
  const shop = await openShopOf("state");
  await verify(shop, "state.example.com");
  const isCertified = async () => (await findShopHost("state.example.com"))?.certified;
  expect(await isCertified()).toBe(true);
  await setShopState(shop.ctx, { state: "paused" });
  expect(await isCertified()).toBe(true);
  await setShopState(shop.ctx, { state: "closed" });
  expect(await isCertified()).toBe(false);
  expect((await getShopContact(at.system, { slug: shop.slug }))?.host).toBeNull();
});

test("serves only the shop's own paths at its domain", async () => {
  const [shop, other] = [await openShopOf("paths"), await openShopOf("else")];
  await verify(shop, "paths.example.com");
  const { slug } = shop;
  await saveShop(shop.ctx, { slug: `${slug}-new` });
  const host = await findShopHost("paths.example.com");
  expect(host?.home).toBe(`/s/${slug}-new`);
  for (const path of [
    `/s/${slug}`,
    `/s/${slug}-new/order`,
    `/s/${slug}/o/abc/receipt/png`,
    `/s/${slug}/qr.svg`,
  ])
    expect(host?.serves(path), path).toBe(true);
  for (const path of [
    "/sign-in",
    "/api/data",
    "/s/",
    `/s/${other.slug}`,
    `/s/${slug}/../../sign-in`,
    `/s/${slug}/..`,
    `/s/${slug}/%2e%2e/x`,
    `/s/${slug}//sign-in`,
    `/s/${slug}\\..\\x`,
    `/S/${slug}`,
    `//s/${slug}`,
  ])
    expect(host?.serves(path), path).toBe(false);
});

test("claims and checks a domain only once it is due", async () => {
  const shop = await openShopOf("lane");
  await at.system.db.execute(sql`update shop_domains set due_at = now() + interval '1 hour'`);
  await setShopDomain(shop.ctx, { domain: "lane.example.com" });
  await setRecords(shop);
  const lane = createDomainLane(at.system);
  const { items } = await lane.claim([]);
  expect(items).toEqual([{ shopId: shop.shopId }]);
  expect((await lane.claim([])).items).toEqual([]);
  for (const item of items) await lane.handle(item, new AbortController().signal);
  expect(await stateOf(shop)).toEqual(["opening", null]);
  expect((await getShopDomain(shop.ctx))?.checking).toBe(true);
  await at.system.db.execute(sql`update shop_domains set due_at = now() where shop_id = ${shop.shopId}`);
  for (const item of (await lane.claim([])).items) await lane.handle(item, new AbortController().signal);
  expect(await stateOf(shop)).toEqual(["verified", null]);
  expect((await getShopDomain(shop.ctx))?.checking).toBe(false);
  await expect(recheckShopDomain(shop.ctx)).rejects.toMatchObject({ code: "conflict" });
  await at.system.db.execute(
    sql`update shop_domains set checked_at = now() - interval '11 seconds' where shop_id = ${shop.shopId}`,
  );
  await recheckShopDomain(shop.ctx);
  expect((await lane.claim([])).items).toHaveLength(1);
});

test("ignores a check of a domain that was changed or removed meanwhile", async () => {
  const shop = await openShopOf("moved");
  await setShopDomain(shop.ctx, { domain: "moved-a.example.com" });
  await setRecords(shop);
  const check = checkDomain(at.system, shop.shopId);
  await removeShopDomain(shop.ctx);
  await check;
  expect(await getShopDomain(shop.ctx)).toBeUndefined();
  expect(await addressOf(shop)).toBe(`https://portal.example.com/s/${shop.slug}`);
});

test("requires the password, limits changes, and records them", async () => {
  const shop = await openShopOf("guarded");
  const stranger = await at.reseller();
  await expect(setShopDomain(stranger.ctx, { domain: "x.example.com" })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(getShopDomain(at.system)).rejects.toMatchObject({ code: "not_found" });
  await expect(removeShopDomain(shop.ctx)).rejects.toMatchObject({ code: "not_found" });
  for (const domain of ["portal.example.com", "shop.portal.example.com"])
    await expect(setShopDomain(shop.ctx, { domain })).rejects.toThrow("own domain");
  for (let n = 0; n < 10; n += 1) await setShopDomain(shop.ctx, { domain: `g${n}.example.com` });
  await setShopDomain(shop.ctx, { domain: "g9.example.com" });
  await expect(setShopDomain(shop.ctx, { domain: "g10.example.com" })).rejects.toMatchObject({
    fields: { domain: [expect.stringContaining("too often")] },
  });
  await at.system.db.execute(sql`update sessions set confirmed_at = null where account_id = ${shop.id}`);
  await expect(setShopDomain(shop.ctx, { domain: "h.example.com" })).rejects.toMatchObject({
    fields: { confirmPassword: [expect.any(String)] },
  });
  await expect(removeShopDomain(shop.ctx)).rejects.toMatchObject({
    fields: { confirmPassword: [expect.any(String)] },
  });
  const { rows } = await auditList.page(await at.admin(), { action: "shop_domain.saved" });
  expect(rows[0]?.after).toMatchObject({ domain: "g9.example.com" });
});

test("exports the domain with its owner's data, and erases it with them", async () => {
  const shop = await openShopOf("erased");
  await verify(shop, "erased.example.com");
  const file = (await Array.fromAsync(await exportOwnData(shop.ctx, TABLES))).join("");
  expect(JSON.parse(file).shop_domains).toMatchObject([{ domain: "erased.example.com", state: "verified" }]);
  const erase = TABLES.shop_domains?.erase?.account?.(shop.id);
  expect(erase && (await at.system.db.execute(erase))).toHaveLength(1);
  expect(await getShopDomain(shop.ctx)).toBeUndefined();
  expect(await addressOf(shop)).toBe(`https://portal.example.com/s/${shop.slug}`);
});

test("turns verified domains off with the operator's switch", async () => {
  const shop = await openShopOf("off");
  await open(shop, "off.example.com");
  switchDomains("off");
  expect((await createDomainLane(at.system).claim([])).items).toEqual([]);
  expect(await addressOf(shop)).toBe(`https://portal.example.com/s/${shop.slug}`);
  await expect(setShopDomain(shop.ctx, { domain: "y.example.com" })).rejects.toMatchObject({
    code: "not_found",
  });
  switchDomains("on");
  expect(await stateOf(shop)).toEqual(["lost", "off"]);
});

function switchDomains(state: "on" | "off") {
  process.env.SHOP_DOMAINS = state;
  checkVariables([env, ...(shopDomainModule.variables ?? [])]);
}
