import { sql } from "drizzle-orm";
import { openDeliveryIssue } from "#lib/issue/open-delivery-issue";
import { agreeToMessages } from "#lib/message/recipients";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { insertRoute, insertSupplier } from "#lib/supplier/testing/second-supplier";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import type { TestSystem } from "./harness.ts";
import type { TestPerson } from "./test-accounts.ts";
import {
  buyTestPlan,
  createTestCreditSale,
  createTestCustomer,
  createTestDraft,
  createTestPayment,
  createTestSchedule,
  findTestPlan,
  nextTestPhone,
  testResellerCtx,
} from "./test-purchases.ts";
import { createTestShop, deliverCustomerOrder } from "./test-shop.ts";

/** Creates one record of each kind that has a page. @returns the values for the parameters of the pages' addresses. */
export async function createPageData(stage: TestSystem, owner: TestPerson): Promise<Record<string, string>> {
  const shop = await createTestShop(stage, owner);
  const { code } = await deliverCustomerOrder(stage, shop);
  const ctx = testResellerCtx(stage, owner);
  const plan = await findTestPlan(stage, ctx);
  const { ident } = await buyTestPlan(ctx, plan, nextTestPhone());
  await waitUntilSettled(ctx, ident, TEST_TIMEOUT_MS);
  await openDeliveryIssue(ctx, { ident, symptom: "nothing" });
  await agreeToMessages(stage.database.systemCtx, STOPPED_PHONE);
  const [recipient] = await stage.database.sql<{ code: string }[]>`
    select code from message_recipients where phone = ${STOPPED_PHONE}`;
  return {
    ident,
    code,
    stop: recipient?.code ?? "",
    reference: await createTestPayment(stage, owner),
    run: String(await createTestDraft(ctx, plan)),
    day: await createClosedDay(stage),
    slug: shop.slug,
    id: String(owner.id),
    plan: String(plan.id),
    supplier: await createTestSupplier(stage),
    ...(await createTestCustomer(ctx)),
    ...(await createTestCreditSale(ctx)),
    ...(await createTestSchedule(ctx, plan)),
  };
}

const STOPPED_PHONE = "+2348031112222";

/** Creates a supplier that is off, with a plan to match. */
async function createTestSupplier({ database }: Pick<TestSystem, "database">): Promise<string> {
  const supplierId = await insertSupplier(database.systemCtx);
  await insertRoute(database.systemCtx, { supplierId });
  return String(supplierId);
}

/** Creates the daily close of a day long ago. */
async function createClosedDay({ database }: Pick<TestSystem, "database">): Promise<string> {
  const day = "2026-01-02";
  await database.systemCtx.db.execute(sql`
    insert into daily_closes (day, time_zone, delivered, failed, reversed, sales, cost, wallets_before, wallets_after,
      held_before, held_after, kinds, networks, suspense, difference, proved, findings)
    values (${day}, 'Africa/Lagos', 2, 1, 0, 90000, 80000, 500000, 410000, 0, 0,
      '[{"kind": "hold", "count": "2", "wallets": "-90000", "held": "0"}]',
      '[{"network": "MTN", "delivered": "2", "sales": "90000", "cost": "80000"}]', 0, 7, true, '{1 wallets below their floor}')
    on conflict do nothing`);
  return day;
}
