import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Hosts } from "#lib/core/module";
import { openTestShop } from "#lib/shop/testing/test-shop";
import { shopDomainModule } from "#lib/shop-domain/module";
import { openScene } from "#lib/testing/open-scene";
import { watchHosts } from "./watch-hosts.ts";

const at = await openScene({ SHOP_DOMAINS: "on" });
const hosts = shopDomainModule.hosts as Hosts;

function watch(served: readonly Hosts[] = [hosts]) {
  const watching = watchHosts(at.system, served);
  onTestFinished(watching.stop);
  return watching;
}

test("holds a domain from its verification until it is another shop's, and follows the shop's address", async () => {
  const watching = watch();
  await vi.waitUntil(watching.isReady);
  const { ctx } = await at.reseller();
  await openTestShop(ctx, "ada");
  await at.system.db.execute(sql`
    insert into shop_domains (shop_id, domain, state, token, verified_at)
    select id, 'ada.example.com', 'pending', 'x', null from shops where slug = 'ada'`);
  expect(watching.find("ada.example.com")).toBeUndefined();
  await at.system.db.execute(sql`update shop_domains set state = 'verified', verified_at = now()`);
  await vi.waitUntil(() => watching.find("ada.example.com")?.certified);
  await at.system.db.execute(sql`update shops set slug = 'obi' where slug = 'ada'`);
  await vi.waitUntil(() => watching.find("ada.example.com")?.home === "/s/obi");
  expect(watching.find("ada.example.com")?.serves("/s/ada/order")).toBe(true);
  await at.system.db.execute(sql`delete from shop_domains`);
  await vi.waitUntil(() => !watching.find("ada.example.com"));
});

test("reads nothing for invented names, however many", async () => {
  const list = vi.fn(hosts.list);
  const watching = watch([{ ...hosts, list }]);
  await vi.waitUntil(watching.isReady);
  const before = list.mock.calls.length;
  for (let n = 0; n < 10_000; n++) expect(watching.find(`n${n}.example.org`)).toBeUndefined();
  expect(list).toHaveBeenCalledTimes(before);
});

test("serves what it holds while the names can't be read", async () => {
  let broken = false;
  const served = new Map([["ada.example.com", { home: "/s/ada", serves: () => true, certified: true }]]);
  const list = vi.fn(async () => {
    if (broken) throw new Error("the database is away");
    return served;
  });
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const watching = watch([{ ...hosts, list }]);
  await vi.waitUntil(watching.isReady);
  broken = true;
  const before = list.mock.calls.length;
  await at.system.db.execute(sql`select pg_notify('shop_host', '')`);
  await vi.waitUntil(() => list.mock.calls.length > before);
  expect(watching.find("ada.example.com")?.home).toBe("/s/ada");
});
