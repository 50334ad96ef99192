import { changedPlans } from "#lib/catalogue/changed-plans";
import type { Ctx } from "#lib/core/context";
import { adminGet } from "#lib/purchase/read/admin-get";
import { listedTransaction } from "#lib/purchase/read/transaction";
import type { PurchaseState } from "#lib/purchase/read/view";

/** What a message is about, as its row says. */
export interface Subject {
  type: string;
  subject: string;
  createdAt: Date;
}

/** The body of a message. What it tells is as it was when it happened, however late it is sent. */
export async function bodyOf(ctx: Ctx, message: Subject): Promise<string> {
  const data = await dataOf(ctx, message);
  return JSON.stringify({ type: message.type, timestamp: message.createdAt.toISOString(), data });
}

async function dataOf(ctx: Ctx, { type, subject }: Subject): Promise<unknown> {
  if (type === "webhook.test") return { message: "It works." };
  if (type === "plans.changed") {
    return { version: Number(subject), plans: await changedPlans(ctx, Number(subject)) };
  }
  const purchase = await adminGet(ctx, { ident: subject });
  const state = type.slice("purchase.".length) as PurchaseState;
  return listedTransaction({ ...purchase, state });
}
