import { eq, sql } from "drizzle-orm";
import { deliveries } from "#db/schema/delivery";
import { listChangedPlans } from "#lib/catalogue/change-catalogue";
import type { Ctx } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import type { WebhookEventData } from "#lib/core/module";
import type { Delivery } from "#lib/core/outbox/outbox-channel";
import { getAdminPurchase } from "#lib/purchase/read/get-admin-purchase";
import type { PurchaseState, PurchaseView } from "#lib/purchase/read/purchase-view";
import { findTestPurchase, TEST_IDENT_PREFIX } from "#lib/purchase/read/select-test-purchases";
import { toListedTransactionView } from "#lib/purchase/read/transaction-view";
import { buildSampleData, SAMPLE_SUBJECT } from "./sample-event.ts";

/** Loads the body of a webhook. It is stored with the first attempt, so that every attempt sends the same. */
export async function loadBody(ctx: Ctx, delivery: Delivery, events: WebhookEventData): Promise<string> {
  if (delivery.body !== null) return delivery.body;
  const { id, type, subject, createdAt } = delivery;
  const isTest = subject === SAMPLE_SUBJECT || subject.startsWith(TEST_IDENT_PREFIX);
  const body = JSON.stringify({
    type,
    timestamp: createdAt.toISOString(),
    ...(isTest && { test: true }),
    data: await loadData(ctx, delivery, events),
  });
  await ctx.db.update(deliveries).set({ body }).where(eq(deliveries.id, id));
  return body;
}

/** Describes what happened as it was then, however late it is sent. */
async function loadData(
  ctx: Ctx,
  { type, subject, createdAt }: Delivery,
  events: WebhookEventData,
): Promise<unknown> {
  const event = events[type];
  if (subject === SAMPLE_SUBJECT) return event ? event.sample(createdAt) : buildSampleData(type, createdAt);
  if (event) return event.load(ctx, subject);
  if (type === "plans.changed") {
    return { version: Number(subject), plans: await listChangedPlans(ctx, Number(subject)) };
  }
  const purchase = await getPurchaseOfEvent(ctx, subject);
  const state = type.slice("purchase.".length) as PurchaseState;
  return toListedTransactionView({ ...purchase, state });
}

async function getPurchaseOfEvent(ctx: Ctx, ident: string): Promise<PurchaseView> {
  if (!ident.startsWith(TEST_IDENT_PREFIX)) return getAdminPurchase(ctx, { ident });
  const purchase = await findTestPurchase(ctx, sql`p.ident = ${ident}`);
  if (!purchase) throw notFoundError("purchase");
  return purchase;
}
