import { randomUUID } from "node:crypto";
import type { TestSystem } from "#e2e/harness";
import type { TestAccounts, TestPerson } from "#e2e/test-accounts";
import { createTestPayment, createTestSchedule, findTestPlan, nextTestPhone } from "#e2e/test-purchases";
import { createTestShop, deliverCustomerOrder } from "#e2e/test-shop";
import { createToken } from "#lib/account/token/create-token";
import { createBatchDraft } from "#lib/batch/batch-draft";
import type { Ctx } from "#lib/core/context";
import { formatDecimal } from "#lib/core/money/money";
import { addCreditSale, getUsualDueDay } from "#lib/credit-book/credit-sale";
import { saveCustomer } from "#lib/customer/customer";
import { createImport } from "#lib/customer/customer-import";
import { requestFunding } from "#lib/funding/request-funding";
import { openDeliveryIssue } from "#lib/issue/open-delivery-issue";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { asReseller } from "#lib/testing/scene";
import { addEndpoint } from "#lib/webhook/endpoints";

/** A reseller with a record of each kind, whose texts and amounts name them. */
export interface SeededReseller {
  person: TestPerson;
  ctx: Ctx;
  token: string;
  /** The values for the parameters of addresses and for fields of forms. */
  places: Record<string, string>;
}

/** Buys with a selling price and waits for the delivery. */
export async function buyMarked(ctx: Ctx, system: TestSystem, sellingPrice: bigint): Promise<PurchaseView> {
  const { id: planId, networkId } = await findTestPlan(system, ctx);
  const { purchase } = await placePurchase(ctx, {
    ...{ planId, networkId, phone: nextTestPhone(), ref: randomUUID(), channel: "web", again: true },
    sellingPrice,
  });
  await waitUntilSettled(ctx, purchase.ident, TEST_TIMEOUT_MS);
  return purchase;
}

/**
 * Creates a reseller's records: `mark` is a word in each text, and `kobo` is added to each amount. Webhooks go to
 * `webhook`.
 */
export async function seedReseller(
  system: TestSystem,
  people: TestAccounts,
  person: TestPerson,
  { mark, kobo, webhook }: { mark: string; kobo: bigint; webhook: string },
): Promise<SeededReseller> {
  const ctx = await asReseller(system.database.systemCtx, person.id);
  const amount = (naira: bigint) => formatDecimal(naira * 100n + kobo);
  const account = String(3_000_000_000 + person.id);
  const { token } = await createToken(ctx, { name: `Token ${mark}` });
  await addEndpoint(ctx, { url: webhook, events: ["purchases", "plans"] });
  const shop = await createTestShop(system, person, account);
  const { code } = await deliverCustomerOrder(system, shop);
  const plan = await findTestPlan(system, ctx);
  const { ident, phone } = await buyMarked(ctx, system, 900_000n + kobo);
  await openDeliveryIssue(ctx, { ident, symptom: "other", details: `It broke at ${mark}` });
  const customer = { phone: nextTestPhone(), name: `Buyer ${mark}`, note: `Pays ${mark}` };
  const line = {
    number: nextTestPhone(),
    name: `Import ${mark}`,
    plan: String(plan.id),
    note: `Row of ${mark}`,
  };
  const sale = { phone: nextTestPhone(), name: `Debtor ${mark}`, what: `Owes ${mark}`, amount: amount(813n) };
  const [{ id: customerId }, importId, saleId, batchId, funding, { schedule }, reference] = [
    await saveCustomer(ctx, customer),
    await createImport(ctx, { key: randomUUID(), lines: [line] }),
    await addCreditSale(ctx, { ...sale, key: randomUUID(), dueOn: getUsualDueDay() }),
    await createBatchDraft(ctx, { key: randomUUID(), lines: [line] }),
    await requestFunding(ctx, { ref: randomUUID(), amount: amount(7_401n), bankReference: `Bank ${mark}` }),
    await createTestSchedule(ctx, plan),
    await createTestPayment(system, person),
  ];
  await people.helper(person);
  const [pair] = await system.database.sql<{ id: string }[]>`
    select id from agents where ${person.id} in (parent_id, agent_id) order by id desc`;
  const places = {
    pair: pair?.id ?? "999999998",
    ...{ ident, code, reference, schedule, phone, slug: shop.slug, plan: String(plan.id), account },
    ...{ customer: String(customerId), import: String(importId), sale: String(saleId) },
    ...{ batchId: String(batchId), id: String(funding), name: customer.name, email: person.email },
    ...{ period: new Date().toISOString().slice(0, 7), format: "png", n: "1" },
  };
  return { person, ctx, token, places };
}
