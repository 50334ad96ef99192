import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { check } from "#lib/purchase/check";
import { place } from "#lib/purchase/place/place";
import { purchaseList } from "#lib/purchase/read/admin-list";
import { countUnconfirmed } from "#lib/reconcile/admin/counts";
import { discrepancyList } from "#lib/reconcile/admin/discrepancy-list";
import { reconcile } from "#lib/reconcile/reconcile";
import { upstreamBalance } from "#lib/reconcile/upstream-balance";
import { type Scene, scene } from "#lib/testing/scene";
import { createPeople } from "./people.ts";

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

test("it reaches back two months from today, has every ending, and wallets that were never empty", async () => {
  const [row] = await at.system.db.execute(sql`
    select count(distinct placed_at::date)::int >= 59 as days, max(placed_at) > now() - interval '1 day' as recent,
      count(distinct ending)::int as endings, min(wallet_after) >= 0 as solvent from purchases`);
  expect(row).toEqual({ days: true, recent: true, endings: 4, solvent: true });
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
