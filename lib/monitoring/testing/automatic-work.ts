import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { startBatch } from "#lib/batch/batch";
import { createBatchDraft } from "#lib/batch/batch-draft";
import { getBatch } from "#lib/batch/batch-view";
import { placeBatchRows } from "#lib/batch/testing/place-batch-rows";
import type { Ctx } from "#lib/core/context";
import { dayOf } from "#lib/core/time/time";
import { createSchedule } from "#lib/schedule/manage-schedule";
import { placeDueSchedules } from "#lib/schedule/testing/place-due-schedules";
import { getShop } from "#lib/shop/get-shop";
import { payOrder } from "#lib/shop/order/pay-order";
import { placeOrder } from "#lib/shop/order/place-order";
import { recheckOrderPayments } from "#lib/shop/order/recheck-order-payments";
import { openShop } from "#lib/shop/save-shop";
import { fulfilDueOrders } from "#lib/shop/testing/fulfil-due-orders";
import type { Scene } from "#lib/testing/scene";
import type { PaymentsSandbox } from "#sandbox/payments/server";

/** Makes what the portal buys automatically, ready to be placed: a batch of four rows, a due schedule and a paid order. */
export async function makeAutomaticWork(
  at: Scene,
  bank: PaymentsSandbox,
  reseller: { id: number; ctx: Ctx },
): Promise<void> {
  await beginBatch(at, reseller.ctx);
  await makeDueSchedule(at, reseller.ctx);
  await payForOrder(at, bank, reseller);
}

/** Places all of it that is due. */
export async function placeAutomaticWork(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`update orders set due_at = now() where due_at is not null`);
  await ctx.db.execute(
    sql`update schedules set next_at = now() where state = 'active' and first_on = next_on`,
  );
  await placeBatchRows(ctx);
  await placeDueSchedules(ctx);
  await fulfilDueOrders(ctx);
}

async function beginBatch(at: Scene, ctx: Ctx): Promise<void> {
  const lines = Array.from({ length: 4 }, (_, n) => ({
    number: `0803600000${n}`,
    plan: String(at.offered().planId),
    note: "",
  }));
  const id = await createBatchDraft(ctx, { key: randomUUID(), lines });
  await startBatch(ctx, { id, version: (await getBatch(ctx, { id })).version });
}

async function makeDueSchedule(at: Scene, ctx: Ctx): Promise<void> {
  const { planId, price } = at.offered();
  const firstOn = Temporal.PlainDate.from(dayOf(new Date())).add({ days: 1 }).toString();
  const wish = { key: randomUUID(), phone: "08036000010", plan: String(planId), maxPrice: price };
  await createSchedule(ctx, { ...wish, firstOn, clock: "00:00", unit: "day" });
  const today = dayOf(new Date());
  await at.system.db.execute(
    sql`update schedules set first_on = ${today}, next_on = ${today}, next_at = now()`,
  );
}

async function payForOrder(
  at: Scene,
  bank: PaymentsSandbox,
  { id, ctx }: { id: number; ctx: Ctx },
): Promise<void> {
  await at.system.db.execute(sql`update resellers set collects = true where id = ${id}`);
  const visitor: Ctx = { actor: { kind: "visitor" }, db: at.system.db, address: "10.1.1.1" };
  const payments = [{ kind: "cash", where: "12 Allen Avenue." }] as const;
  const slug = "restored";
  await openShop(ctx, { name: "Shop", slug, phone: "08031234567", markup: "50", payments: [...payments] });
  const [offer] = (await getShop(visitor, { slug })).offers;
  if (!offer) throw new Error("nothing on offer");
  const { planId, price } = offer;
  const { code } = await placeOrder(visitor, {
    slug,
    planId,
    price,
    phone: "08036000020",
    ref: randomUUID(),
  });
  await payOrder(visitor, { slug, code, provider: "paystack" });
  const [payment] = await at.system.db.execute(sql`select reference from payments`);
  await bank.control.do("pay", {
    provider: "paystack",
    reference: String(payment?.reference),
    method: "card",
  });
  await at.system.db.execute(sql`update payments set looked_at = null`);
  await recheckOrderPayments(visitor, { slug, code });
}
