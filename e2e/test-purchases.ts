import { randomUUID } from "node:crypto";
import { createBatchDraft } from "#lib/batch/batch-draft";
import { listAvailabilitySwitches, setAvailabilitySwitch } from "#lib/catalogue/availability-switches";
import { listPlans } from "#lib/catalogue/list-plans";
import type { PlanView } from "#lib/catalogue/plan-view";
import type { Ctx, Level } from "#lib/core/context";
import type { HelperPermission } from "#lib/core/helper-permission";
import { dayOf } from "#lib/core/time/time";
import { addCreditSale, getUsualDueDay } from "#lib/credit-book/credit-sale";
import { saveCustomer } from "#lib/customer/customer";
import { createImport } from "#lib/customer/customer-import";
import { startFunding } from "#lib/payment/start-funding";
import { startTestProvider } from "#lib/payment/testing/test-provider";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";
import { createSchedule } from "#lib/schedule/manage-schedule";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import type { SandboxControl } from "#sandbox/control-client";
import type { TestSystem } from "./harness.ts";
import type { TestPerson } from "./test-accounts.ts";

/** Creates a reseller's context for service functions. */
export function testResellerCtx(
  { database }: Pick<TestSystem, "database">,
  person: TestPerson,
  sessionId = 0,
): Ctx {
  const { id, email } = person;
  const level: Level = person.level ?? "affiliate";
  return { ...database.systemCtx, actor: { kind: "reseller", id, email, level, sessionId } };
}

/** Builds the context in which a helper of a reseller at level affiliate acts. */
export const testHelperCtx = (
  { database }: Pick<TestSystem, "database">,
  { id, email, resellerId }: TestPerson & { resellerId: number },
  permissions: readonly HelperPermission[] = [],
): Ctx => ({
  ...database.systemCtx,
  actor: { kind: "helper", id, resellerId, email, level: "affiliate", sessionId: 0, permissions },
});

/** Lists the plans on sale for a reseller, after a catalogue sync. */
export async function listTestPlans(stage: Pick<TestSystem, "database">, ctx: Ctx): Promise<PlanView[]> {
  await syncCatalogue(stage.database.systemCtx);
  return (await listPlans(ctx, {})).plans;
}

/** Finds a plan on sale, by default the first. */
export async function findTestPlan(
  stage: Pick<TestSystem, "database">,
  ctx: Ctx,
  index = 0,
): Promise<PlanView> {
  const plan = (await listTestPlans(stage, ctx))[index];
  if (!plan) throw new Error("The sandbox sells too little.");
  return plan;
}

/** Stops or resumes the sale of everything, with a message to buyers. */
export async function setSale({ database }: Pick<TestSystem, "database">, to: "on" | "off"): Promise<void> {
  const { systemCtx } = database;
  const version = (await listAvailabilitySwitches(systemCtx))[0]?.version ?? 0;
  const words = { message: "Back at noon.", reason: "for the test" };
  await setAvailabilitySwitch(systemCtx, { networkId: null, typeId: null, to, version, ...words });
}

let orderCount = 0;

/** Buys a plan for a number, at once, without a page. */
export async function buyTestPlan(ctx: Ctx, plan: PlanView, phone: string): Promise<PurchaseView> {
  orderCount += 1;
  const { purchase } = await placePurchase(ctx, {
    ref: `test-${process.pid}-${orderCount}`,
    planId: plan.id,
    networkId: plan.networkId,
    phone,
    channel: "web",
    again: true,
  });
  return purchase;
}

/** Creates a batch draft of two rows, one of them with a problem. @returns its ID. */
export function createTestDraft(ctx: Ctx, plan: PlanView): Promise<number> {
  const line = (number: string) => ({ number, plan: String(plan.id), note: "" });
  return createBatchDraft(ctx, { key: randomUUID(), lines: [line(nextTestPhone()), line("12345")] });
}

/** Creates a saved customer and an import that isn't saved yet. @returns their numbers. */
export async function createTestCustomer(ctx: Ctx): Promise<{ customer: string; import: string }> {
  const { id } = await saveCustomer(ctx, { phone: nextTestPhone(), name: "Ada Obi" });
  const lines = [{ number: nextTestPhone(), name: "Zainab Sani", plan: "nothing like it", note: "" }];
  return { customer: String(id), import: String(await createImport(ctx, { key: randomUUID(), lines })) };
}

/** Creates a sale in the credit book. @returns its ID. */
export async function createTestCreditSale(ctx: Ctx): Promise<{ sale: string }> {
  const sale = { key: randomUUID(), phone: nextTestPhone(), name: "Ada Obi", what: "MTN 1 GB" };
  return { sale: String(await addCreditSale(ctx, { ...sale, amount: "350", dueOn: getUsualDueDay() })) };
}

/** Creates a monthly schedule that begins tomorrow. @returns its ID. */
export async function createTestSchedule(ctx: Ctx, plan: PlanView): Promise<{ schedule: string }> {
  const firstOn = Temporal.PlainDate.from(dayOf(new Date())).add({ days: 1 }).toString();
  const when = { firstOn, clock: "08:00", unit: "month" as const, maxPrice: plan.price };
  const id = await createSchedule(ctx, {
    key: randomUUID(),
    phone: nextTestPhone(),
    plan: String(plan.id),
    ...when,
  });
  return { schedule: String(id) };
}

let phoneCount = 0;

/** Makes a new phone number with the given last four digits, which may choose an outcome. */
export function nextTestPhone(last = "1111"): string {
  phoneCount += 1;
  return `0803${String(100 + phoneCount).slice(-3)}${last}`;
}

/** Formats a number as pages show it. */
export const displayTestPhone = (phone: string) =>
  `${phone.slice(0, 4)} ${phone.slice(4, 7)} ${phone.slice(7)}`;

/** Changes a plan's price at the upstream and syncs the catalogue. */
export async function changePlanPrice(
  stage: Pick<TestSystem, "database">,
  sandbox: SandboxControl,
  planId: number,
  addMinor: bigint,
): Promise<void> {
  const plan = (await sandbox.plans()).plans.find(({ id }) => id === planId);
  if (!plan) throw new Error(`The sandbox has no plan ${planId}.`);
  const prices = Object.fromEntries(
    Object.entries(plan.prices).map(([level, minor]) => [level, minor + addMinor]),
  );
  await sandbox.setPlan({ id: planId, prices: prices as typeof plan.prices });
  await syncCatalogue(stage.database.systemCtx);
}

/** Begins an online payment. @returns its reference. */
export async function createTestPayment(system: TestSystem, owner: TestPerson): Promise<string> {
  const provider = await startTestProvider();
  try {
    const input = { ref: `r${owner.id}`, amount: "500.00", provider: "paystack" as const };
    return (await startFunding(testResellerCtx(system, owner), input, provider.providers)).reference;
  } finally {
    await provider.close();
  }
}
