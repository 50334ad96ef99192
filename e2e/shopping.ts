import { randomUUID } from "node:crypto";
import { makeDraft } from "#lib/bulk/draft";
import { list } from "#lib/catalogue/list";
import type { PlanView } from "#lib/catalogue/plan-view";
import { sync } from "#lib/catalogue/sync";
import type { Ctx, Level } from "#lib/core/context";
import { dayOf } from "#lib/core/time";
import { saveCustomer } from "#lib/customer/customer";
import { makeImport } from "#lib/customer/import";
import { place } from "#lib/purchase/place/place";
import type { PurchaseView } from "#lib/purchase/read/view";
import { makeSchedule } from "#lib/schedule/schedule";
import type { SandboxControl } from "#sandbox/control-client";
import type { System } from "./harness.ts";
import type { TestPerson } from "./people.ts";

/** A reseller's own context, to buy by the verbs what a page is then looked at with. */
export function shopper({ database }: Pick<System, "database">, person: TestPerson, sessionId = 0): Ctx {
  const { id, email } = person;
  const level: Level = person.level ?? "affiliate";
  return { ...database.systemCtx, actor: { kind: "reseller", id, email, level, sessionId } };
}

/** What is on sale for a reseller, after the portal has it from the upstream. */
export async function onSale(stage: Pick<System, "database">, ctx: Ctx): Promise<PlanView[]> {
  await sync(stage.database.systemCtx);
  return (await list(ctx, {})).plans;
}

/** One plan on sale, the first unless told otherwise. */
export async function aPlan(stage: Pick<System, "database">, ctx: Ctx, index = 0): Promise<PlanView> {
  const plan = (await onSale(stage, ctx))[index];
  if (!plan) throw new Error("The sandbox sells too little.");
  return plan;
}

let orders = 0;

/** Buys a plan for a number, at once, without a page. */
export async function buyNow(ctx: Ctx, plan: PlanView, phone: string): Promise<PurchaseView> {
  orders += 1;
  const { purchase } = await place(ctx, {
    ref: `test-${process.pid}-${orders}`,
    planId: plan.id,
    networkId: plan.networkId,
    phone,
    channel: "web",
    again: true,
  });
  return purchase;
}

/** A list of two rows that was not begun, one of them with a problem. @returns its number. */
export function aDraft(ctx: Ctx, plan: PlanView): Promise<number> {
  const line = (number: string) => ({ number, plan: String(plan.id), note: "" });
  return makeDraft(ctx, { key: randomUUID(), lines: [line(freshPhone()), line("12345")] });
}

/** Somebody saved, and an import that was not saved yet: their numbers. */
export async function aCustomer(ctx: Ctx): Promise<{ customer: string; import: string }> {
  const { id } = await saveCustomer(ctx, { phone: freshPhone(), name: "Ada Obi" });
  const lines = [{ number: freshPhone(), name: "Zainab Sani", plan: "nothing like it", note: "" }];
  return { customer: String(id), import: String(await makeImport(ctx, { key: randomUUID(), lines })) };
}

/** Something that is bought every month, beginning tomorrow: its number. */
export async function aSchedule(ctx: Ctx, plan: PlanView): Promise<{ schedule: string }> {
  const firstOn = Temporal.PlainDate.from(dayOf(new Date())).add({ days: 1 }).toString();
  const when = { firstOn, clock: "08:00", unit: "month" as const, most: plan.price };
  const id = await makeSchedule(ctx, {
    key: randomUUID(),
    phone: freshPhone(),
    plan: String(plan.id),
    ...when,
  });
  return { schedule: String(id) };
}

let numbers = 0;

/** A number of its own for each use, with the last four digits that are wanted: they may order an outcome. */
export function freshPhone(last = "1111"): string {
  numbers += 1;
  return `0803${String(100 + numbers).slice(-3)}${last}`;
}

/** The number as pages show it. */
export const shown = (phone: string) => `${phone.slice(0, 4)} ${phone.slice(4, 7)} ${phone.slice(7)}`;

/** Makes the upstream charge another price, and the portal know it. */
export async function reprice(
  stage: Pick<System, "database">,
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
  await sync(stage.database.systemCtx);
}
