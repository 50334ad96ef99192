"use server";

import { revalidatePath } from "next/cache";
import { saveStore } from "#lib/shop/save-store";
import { SetStoreStateInput, setStoreState } from "#lib/shop/set-store-state";
import { action } from "#lib/web/action";
import { texts } from "../texts.ts";
import { PayForm, paymentsOf } from "./payments-of.ts";

const ShopForm = texts("name", "slug", "note", "phone", "whatsapp", "hue", "payWithin").extend(PayForm.shape);

export const save = action(
  ShopForm,
  async (ctx, form) => {
    const { name, slug, note, phone, whatsapp, hue, payWithin } = form;
    await saveStore(ctx, { name, slug, note, phone, whatsapp, hue, payWithin, payments: paymentsOf(form) });
    revalidatePath("/storefront", "layout");
    return "Saved. Your shop shows it now.";
  },
  { who: "reseller", confirms: true },
);

export const setState = action(
  SetStoreStateInput,
  async (ctx, input) => {
    await setStoreState(ctx, input);
    revalidatePath("/storefront", "layout");
  },
  { who: "reseller" },
);
