import { eq } from "drizzle-orm";
import { deliveries } from "#db/schema/delivery";
import { listChangedPlans } from "#lib/catalogue/change-catalogue";
import type { Ctx } from "#lib/core/context";
import type { Delivery } from "#lib/core/outbox/outbox-channel";
import { getAnnouncement, toApiAnnouncement } from "#lib/notification/announcement/announcement-list";
import { getAdminPurchase } from "#lib/purchase/read/get-admin-purchase";
import type { PurchaseState } from "#lib/purchase/read/purchase-view";
import { toListedTransactionView } from "#lib/purchase/read/transaction-view";

/** Loads the body of a webhook. It is stored with the first attempt, so that every attempt sends the same. */
export async function loadBody(ctx: Ctx, delivery: Delivery): Promise<string> {
  if (delivery.body !== null) return delivery.body;
  const { id, type, createdAt } = delivery;
  const body = JSON.stringify({
    type,
    timestamp: createdAt.toISOString(),
    data: await loadData(ctx, delivery),
  });
  await ctx.db.update(deliveries).set({ body }).where(eq(deliveries.id, id));
  return body;
}

/** Describes what happened as it was then, however late it is sent. */
async function loadData(ctx: Ctx, { type, subject }: Delivery): Promise<unknown> {
  if (type === "webhook.test") return { message: "It works." };
  if (type === "plans.changed") {
    return { version: Number(subject), plans: await listChangedPlans(ctx, Number(subject)) };
  }
  if (type === "announcement.made") return toApiAnnouncement(await getAnnouncement(ctx, Number(subject)));
  const purchase = await getAdminPurchase(ctx, { ident: subject });
  const state = type.slice("purchase.".length) as PurchaseState;
  return toListedTransactionView({ ...purchase, state });
}
