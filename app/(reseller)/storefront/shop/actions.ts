"use server";

import { revalidatePath } from "next/cache";
import { saveShop } from "#lib/shop/save-shop";
import { type SetShopStateInput, setShopState } from "#lib/shop/set-shop-state";
import { action, verbAction } from "#lib/web/action";
import { texts } from "../texts.ts";
import { PayForm, paymentsOf } from "./payments-of.ts";

const ShopForm = texts("name", "slug", "note", "phone", "whatsapp", "hue", "payWithin").extend(PayForm.shape);

export const save = action(
  ShopForm,
  async (ctx, form) => {
    const { name, slug, note, phone, whatsapp, hue, payWithin } = form;
    await saveShop(ctx, { name, slug, note, phone, whatsapp, hue, payWithin, payments: paymentsOf(form) });
    revalidatePath("/storefront", "layout");
    return "Saved. Your shop shows it now.";
  },
  { who: "reseller", confirms: true },
);

export const setState = verbAction(
  async (ctx, input: SetShopStateInput) => {
    await setShopState(ctx, input);
    revalidatePath("/storefront", "layout");
  },
  { who: "reseller" },
);
