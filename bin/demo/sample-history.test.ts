import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { current } from "#lib/catalogue/current";
import { caseList } from "#lib/purchase/case/case-list";
import { check } from "#lib/purchase/check";
import { place } from "#lib/purchase/place/place";
import { purchaseList } from "#lib/purchase/read/admin-list";
import { countUnconfirmed } from "#lib/reconcile/admin/counts";
import { discrepancyList } from "#lib/reconcile/admin/discrepancy-list";
import { reconcile } from "#lib/reconcile/reconcile";
import { upstreamBalance } from "#lib/reconcile/upstream-balance";
import { type Scene, scene } from "#lib/testing/scene";
import { createPeople } from "./people.ts";
import { type Seller, samplePurchases } from "./sample-purchases.ts";

let at: Scene;
beforeAll(async () => {
  at = await scene();
  const password = "green boat on the hill";
  await createPeople(
    [
      { role: "admin", name: "Ada Admin", email: "admin@example.com", password },
      { role: "affiliate", name: "Femi Mobile", email: "affiliate@example.com", password },
      { role: "api", name: "Amina Systems", email: "api@example.com", password },
    ],
    await at.sandbox.balance(),
  );
});
afterAll(() => at.close());

test("the sample history has books that balance, and a chain without a gap but for the one that waits", async () => {
  const { findings, counted } = await check(at.system);
  expect(findings).toEqual([]);
  expect(counted.purchases).toBeGreaterThan(1_500);
  await reconcile(at.system);
  expect((await discrepancyList.page(at.system)).rows).toEqual([]);
  expect(await countUnconfirmed(at.system)).toMatchObject({ count: 1 });
  expect((await upstreamBalance(at.system))?.amount).toBe(await at.sandbox.balance());
});

test("at any time of a day, something was sent after the one that nobody knows of, and the list is whole", async () => {
  const catalogue = await current(at.system);
  const sellers: Seller[] = [
    { id: 1, level: "affiliate", perDay: 16, channels: ["web", "storefront"] },
    { id: 2, level: "api", perDay: 24, channels: ["api"] },
  ];
  const midnight = Date.parse("2026-11-21T23:00:00Z");
  for (let minute = 0; minute < 24 * 60; minute += 20) {
    const samples = samplePurchases(catalogue, sellers, new Date(midnight + minute * 60_000));
    const sent = samples.filter(({ ending }) => ending !== "cancelled").map(({ ending }) => ending);
    expect(sent.filter((ending) => ending === "unknown")).toHaveLength(1);
    expect(sent.at(-1), `${minute} minutes after midnight`).not.toBe("unknown");
    expect(samples.filter(({ channel }) => channel === "bulk")).toHaveLength(14);
  }
});

test("it reaches back two months from today, has every ending, and wallets that were never empty", async () => {
  const [row] = await at.system.db.execute(sql`
    select count(distinct placed_at::date)::int >= 59 as days, max(placed_at) > now() - interval '1 day' as recent,
      count(distinct ending)::int as endings, min(wallet_after) >= 0 as solvent,
      count(*) filter (where retail > price) > 300 and count(*) filter (where retail is null) > 10 as priced from purchases`);
  expect(row).toEqual({ days: true, recent: true, endings: 4, solvent: true, priced: true });
});

test("some were bought by a list that is done, a few of it failed; and of some it is said that they did not come", async () => {
  const [run] = await at.system.db.execute(sql`
    select r.done_at is not null as done, count(*)::int as rows, count(*) filter (where w.state = 'left')::int as left,
      count(*) filter (where p.ending = 'failed') > 0 as failed
    from bulk_runs r join bulk_rows w on w.run_id = r.id left join purchases p on p.id = w.purchase_id group by r.id`);
  expect(run).toEqual({ done: true, rows: 15, left: 1, failed: true });
  const { rows } = await caseList.page(at.system, { state: "all" });
  expect(rows.map(({ state, outcome }) => outcome ?? state).sort()).toEqual(["delivered", "desk", "desk"]);
  expect(rows.some(({ overdue }) => overdue)).toBe(false);
});

test("the next purchase goes on after it", async () => {
  const before = (await purchaseList.page(at.system)).rows[0];
  const { ctx } = await at.reseller();
  const { purchase } = await place(ctx, {
    ref: "next",
    phone: "08031234567",
    channel: "web",
    again: true,
    ...at.offered(0),
  });
  expect((await purchaseList.page(at.system)).rows[0]?.ident).toBe(purchase.ident);
  expect(before?.ident).not.toBe(purchase.ident);
});
