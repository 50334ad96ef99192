"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { deliverOrder } from "#lib/store/deliver-order";
import { openStore } from "#lib/store/open-store";
import { refundOrder } from "#lib/store/refund-order";
import { refuseOrder } from "#lib/store/refuse-order";
import { action } from "#lib/web/action";
import { texts } from "./texts.ts";

export const open = action(
  texts("name", "slug", "phone", "markup"),
  async (ctx, input) => {
    await openStore(ctx, input);
    redirect("/storefront/share");
  },
  { who: "reseller" },
);

/** What was noted before a refusal is shown too: the payment. */
export const deliver = action(
  texts("code", "ref", "price"),
  async (ctx, input) => {
    await deliverOrder(ctx, input).finally(() => revalidatePath("/storefront"));
  },
  { who: "reseller" },
);

export const refuse = action(
  texts("code", "reason"),
  async (ctx, input) => {
    await refuseOrder(ctx, input);
    revalidatePath("/storefront");
  },
  { who: "reseller" },
);

export const refund = action(
  texts("code", "reason"),
  async (ctx, input) => {
    await refundOrder(ctx, input);
    revalidatePath("/storefront");
  },
  { who: "reseller" },
);
