import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "#db/testing";
import { signUpList } from "#lib/account/sign-up/sign-up-list";
import { getResellerHistory } from "#lib/audit/audit-history";
import type { Ctx } from "#lib/core/context";
import { fundingList, pendingFundingList } from "#lib/funding/funding-list";
import { getLedgerSummary } from "#lib/ledger/ledger-summary";
import { manualAdjustmentList } from "#lib/ledger/manual-adjustment-list";
import { getLastManualAdjustmentId } from "#lib/ledger/wallet";
import { adminPurchaseList } from "#lib/purchase/read/admin-purchase-list";
import { discrepancyList } from "#lib/reconcile/admin/discrepancy-list";
import { unconfirmedList } from "#lib/reconcile/admin/unconfirmed-list";
import { upstreamDepositList } from "#lib/reconcile/admin/upstream-deposit-list";
import { walletStatement } from "#lib/sales/wallet-statement";
import { countRowsRead } from "#lib/testing/count-rows-read";
import { resellerList } from "./reseller-list.ts";

/** 10,000 resellers, one of them with 30,000 wallet entries and purchases. */
const RESELLERS = 10_000;
const ENTRIES = 30_000;
const BUSY = 5_000;

const db = await createTestDatabase();
afterAll(() => db.close());

await db.sql.begin(async (tx) => {
  await tx`set local session_replication_role = replica`;
  await tx`insert into accounts (role, email, name, password_hash, password_generated)
      select 'reseller', 'seller' || n || '@example.com', 'Seller ' || n, '', false from generate_series(1, ${RESELLERS}::int) n`;
  await tx`insert into resellers (id, level) select id, 'affiliate' from accounts`;
  await tx`insert into wallets (reseller_id) select id from accounts`;
  await tx`insert into sessions (secret_hash, account_id, expires_at) select 'h' || id, id, now() from accounts`;
  await tx`insert into journals (reseller_id, kind, purchase_id, actor, at)
      select ${BUSY}::int, case when n % 100 = 0 then 'credit' else 'hold' end, case when n % 100 = 0 then null else n end, 'system:seed',
        now() - (${ENTRIES}::int - n) * interval '1 minute'
      from generate_series(1, ${ENTRIES}::int) n`;
  await tx`insert into entries (journal_id, reseller_id, account, amount, balance)
      select id, reseller_id, side, 1, id from journals cross join (values ('wallet'), ('held')) sides (side)`;
  await tx`insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size,
        volume, validity, phone, price, cost, wallet_before, wallet_after, deadline_at, placed_at, state, settled_at)
      select 'DT' || n, 1 + (n * 37) % ${RESELLERS}::int, 'r' || n, 'web', 'affiliate', 1, 1, 'MTN', 'SME', '1', 'GB', '30 days',
        '+2348031234567', 100, 90, 0, 0, now(), now() - n * interval '5 minutes', 'successful', now()
      from generate_series(1, ${ENTRIES}::int) n`;
  await tx`insert into audit (actor, action, subject, subject_id, reseller_id)
      select 'system:seed', 'purchase.placed', 'purchase', 'DT' || n, ${BUSY}::int from generate_series(1, ${ENTRIES}::int) n`;
  await tx`insert into funding_requests (reseller_id, ref, amount, bank_reference, state, journal_id, decided_at, decided_by)
      select n, 'f' || n, 1, 'bank ' || n, 'approved', n, now(), 'system:seed' from generate_series(1, ${RESELLERS}::int) n`;
  await tx`insert into sign_ups (email, name, phone, about, hash, state, decided_at)
      select 'requested' || n || '@example.com', 'Asked ' || n, '+234', '', 'h' || n, 'rejected', now() from generate_series(1, ${RESELLERS}::int) n`;
  await tx`insert into attempts (supplier_id, purchase_id, worker, claimed_at, answered_at, result, balance_before, balance_after, upstream_id, upstream_ident, cost)
      select 1, id, 'seed', placed_at, placed_at, 'successful', 100, 10, 'u' || id, 'DTU' || id, cost from purchases`;
  await tx`insert into discrepancies (supplier_id, key, kind, attempt_id, detail, closed_at, closed_by)
      select 1, 'k' || id, 'answer', id, 'unmatched', now(), 'system:seed' from attempts where id % 100 = 1`;
  await tx`insert into upstream_adjustments (supplier_id, amount, earliest, latest, reason, actor)
      select 1, n, now() - n * interval '1 hour', now() - n * interval '1 hour', 'seed', 'system:seed' from generate_series(1, ${RESELLERS}::int) n`;
  await tx`update funding_requests set state = 'pending', journal_id = null, decided_at = null where id <= 3`;
  await tx`update sign_ups set state = 'pending', decided_at = null where id <= 3`;
  await tx`update discrepancies set closed_at = null where id <= 3`;
  await tx`update purchases set state = 'unconfirmed', settled_at = null where id <= 3`;
  await tx`update attempts set result = 'unconfirmed' where purchase_id <= 3`;
});
await db.sql`vacuum analyze`;

const rowsRead = (work: (ctx: Ctx) => Promise<unknown>) => countRowsRead(db, db.systemCtx, work);

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

test.each<[string, number, (ctx: Ctx) => Promise<unknown>]>([
  ["the first page of resellers", 2_000, (ctx) => resellerList.page(ctx, {})],
  ["a page in the middle of them", 2_000, (ctx) => resellerList.page(ctx, { after: RESELLERS / 2 })],
  ["a page by level", 2_000, (ctx) => resellerList.page(ctx, { level: "affiliate" })],
  [
    "a search by a part of the name",
    2 * RESELLERS + 2_000,
    (ctx) => resellerList.page(ctx, { q: "seller 4242" }),
  ],
  ["a statement's first page", 1_000, (ctx) => walletStatement(BUSY).page(ctx)],
  ["a statement's page far back", 1_000, (ctx) => walletStatement(BUSY).page(ctx, { after: ENTRIES / 2 })],
  ["a statement of one day", 4_000, (ctx) => walletStatement(BUSY).page(ctx, { from: day(10), to: day(10) })],
  ["a statement of credits", 2_000, (ctx) => walletStatement(BUSY).page(ctx, { kind: "credit" })],
  ["manual adjustments", 500, (ctx) => manualAdjustmentList.page(ctx, {})],
  [
    "manual adjustments of a reseller",
    1_000,
    (ctx) => manualAdjustmentList.page(ctx, { q: `seller${BUSY}@example.com` }),
  ],
  ["the payments", 1_000, (ctx) => fundingList.page(ctx, {})],
  ["a payment by the bank's reference", 500, (ctx) => fundingList.page(ctx, { q: "Bank 77" })],
  ["the few payments that wait", 500, (ctx) => pendingFundingList.page(ctx)],
  ["the few pending sign-ups", 500, (ctx) => signUpList.page(ctx)],
  ["the few open discrepancies", 500, (ctx) => discrepancyList.page(ctx)],
  ["all discrepancies", 1_000, (ctx) => discrepancyList.page(ctx, { state: "all" })],
  ["recorded upstream deposits", 500, (ctx) => upstreamDepositList.page(ctx)],
  ["what little waits for an outcome", 2_000, (ctx) => unconfirmedList.page(ctx)],
  ["purchases by the start of a reference", 500, (ctx) => adminPurchaseList.page(ctx, { q: "DT1234" })],
  ["a purchase by its upstream id", 500, (ctx) => adminPurchaseList.page(ctx, { q: "DTU77" })],
  ["the last manual adjustment of a busy wallet", 5, (ctx) => getLastManualAdjustmentId(ctx, BUSY)],
  ["the ledger summary of every wallet", 3 * RESELLERS, getLedgerSummary],
])("%s reads few rows (at most %i)", async (_what, most, work) => {
  const read = await rowsRead(work);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(most);
});

test("reads a busy reseller's history without reading their purchases", async () => {
  const [row] = await db.sql`explain (format json) select * from audit
    where reseller_id = ${BUSY} and subject <> 'purchase' order by id desc limit 40`;
  expect(JSON.stringify(row)).toContain("audit_reseller_account");
  expect(await getResellerHistory(db.systemCtx, { resellerId: BUSY })).toEqual([]);
});
