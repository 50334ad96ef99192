import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { deliveryIssueList } from "#lib/issue/delivery-issue-list";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { adminPurchaseList } from "#lib/purchase/read/admin-purchase-list";
import { countUnconfirmed } from "#lib/reconcile/admin/count-unconfirmed";
import { discrepancyList } from "#lib/reconcile/admin/discrepancy-list";
import { reconcilePurchases } from "#lib/reconcile/reconcile";
import { getUpstreamBalance } from "#lib/reconcile/upstream-balance";
import { checkPurchases } from "#lib/sales/check-purchases";
import { openScene } from "#lib/testing/open-scene";
import { readSavings } from "#lib/upgrade/read-upgrade-figures";
import { createDemoAccounts } from "./demo-accounts.ts";
import { generatePurchases, type SampleSeller } from "./sample-purchases.ts";

const at = await openScene();
const password = "green boat on the hill";
await createDemoAccounts(
  [
    { role: "admin", name: "Ada Admin", email: "admin@example.com", password },
    { role: "affiliate", name: "Femi Mobile", email: "affiliate@example.com", password },
    { role: "api", name: "Amina Systems", email: "api@example.com", password },
  ],
  await at.sandbox.balance(),
);

test("writes a balanced ledger, and a chain whose only gap is the unconfirmed purchase", async () => {
  const { findings, counted } = await checkPurchases(at.system);
  expect(findings).toEqual([]);
  expect(counted.purchases).toBeGreaterThan(1_500);
  await reconcilePurchases(at.system);
  expect((await discrepancyList.page(at.system)).rows).toEqual([]);
  expect(await countUnconfirmed(at.system)).toMatchObject({ count: 1 });
  expect((await getUpstreamBalance(at.system))?.amount).toBe(await at.sandbox.balance());
});

test("writes no notifications about the sample history", async () => {
  const [row] = await at.system.db.execute(sql`
    select string_agg(distinct e.kind, ' ') as kinds, (select count(*)::int from notifications) as notifications
    from events e where e.handled_at is null`);
  expect(row).toEqual({ kinds: "wallet.changed", notifications: 0 });
});

test("at any time of a day, sends a purchase after the unconfirmed one, and a whole batch", async () => {
  const catalogue = await getCatalogue(at.system);
  const sellers: SampleSeller[] = [
    { id: 1, level: "affiliate", perDay: 16, channels: ["web", "shop"] },
    { id: 2, level: "api", perDay: 24, channels: ["api"] },
  ];
  const midnight = Date.parse("2026-11-21T23:00:00Z");
  for (let minute = 0; minute < 24 * 60; minute += 20) {
    const samples = generatePurchases(catalogue, sellers, new Date(midnight + minute * 60_000));
    const sent = samples.filter(({ ending }) => ending !== "cancelled").map(({ ending }) => ending);
    expect(sent.filter((ending) => ending === "unknown")).toHaveLength(1);
    expect(sent.at(-1), `${minute} minutes after midnight`).not.toBe("unknown");
    const unconfirmed = samples.find(({ ending }) => ending === "unknown");
    expect(midnight + minute * 60_000 - Number(unconfirmed?.placedAt)).toBe(5 * 60_000);
    expect(samples.filter(({ channel }) => channel === "batch")).toHaveLength(14);
  }
});

test("covers two months up to today with every ending, and never overdraws a wallet", async () => {
  const [row] = await at.system.db.execute(sql`
    select count(distinct placed_at::date)::int >= 59 as days, max(placed_at) > now() - interval '1 day' as recent,
      count(distinct ending)::int as endings, min(wallet_after) >= 0 as solvent,
      count(*) filter (where selling_price > price) > 300 and count(*) filter (where selling_price is null) > 10 as priced from purchases`);
  expect(row).toEqual({ days: true, recent: true, endings: 4, solvent: true, priced: true });
});

test("has a finished batch with a few failures, and delivery issues", async () => {
  const [batch] = await at.system.db.execute(sql`
    select r.done_at is not null as done, count(*)::int as rows, count(*) filter (where w.state = 'left')::int as left,
      count(*) filter (where p.ending = 'failed') > 0 as failed
    from batches r join batch_rows w on w.batch_id = r.id left join purchases p on p.id = w.purchase_id group by r.id`);
  expect(batch).toEqual({ done: true, rows: 15, left: 1, failed: true });
  const { rows } = await deliveryIssueList.page(at.system, { state: "all" });
  expect(rows.map(({ state, outcome }) => outcome ?? state).sort()).toEqual(["admin", "admin", "delivered"]);
  expect(rows.some(({ overdue }) => overdue)).toBe(false);
});

test("has named regular customers, levels on offer with a real saving, and a referral that paid", async () => {
  const [row] = await at.system.db.execute(sql`
    select (select count(*)::int from customers where name <> '' and exists (
        select from purchases where purchases.phone = customers.phone having count(*) >= 3)) as regulars,
      (select count(*)::int from upgrade_offers where open) as offers,
      (select string_agg(state, ', ') from referral_rewards) as rewards`);
  expect(row).toEqual({ regulars: 8, offers: 3, rewards: "paid" });
  const [seller] = await at.system.db.execute<{ id: string }>(
    sql`select id from resellers where level = 'affiliate'`,
  );
  const { previous } = await readSavings(at.system, Number(seller?.id), "top_user");
  expect(previous.saving).toBeGreaterThan(0n);
});

test("continues with the next purchase", async () => {
  const before = (await adminPurchaseList.page(at.system)).rows[0];
  const { ctx } = await at.reseller();
  const { purchase } = await placePurchase(ctx, {
    ref: "next",
    phone: "08031234567",
    channel: "web",
    again: true,
    ...at.offered(0),
  });
  expect((await adminPurchaseList.page(at.system)).rows[0]?.ident).toBe(purchase.ident);
  expect(before?.ident).not.toBe(purchase.ident);
});
