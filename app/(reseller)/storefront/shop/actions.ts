"use server";

import { revalidatePath } from "next/cache";
import { textFields } from "#app/(reseller)/storefront/text-fields.ts";
import { saveShop } from "#lib/shop/save-shop";
import { type SetShopStateInput, setShopState } from "#lib/shop/set-shop-state";
import { defineAction, defineServiceAction } from "#lib/web/action";
import { PaymentMethodForm, toPaymentMethods } from "./payment-method-form.ts";

const SaveShopForm = textFields(
  "name",
  "slug",
  "note",
  "phone",
  "whatsapp",
  "hue",
  "paymentWindowMinutes",
).extend(PaymentMethodForm.shape);

export const saveShopAction = defineAction(
  SaveShopForm,
  async (ctx, form) => {
    const { name, slug, note, phone, whatsapp, hue, paymentWindowMinutes } = form;
    await saveShop(ctx, {
      name,
      slug,
      note,
      phone,
      whatsapp,
      hue,
      paymentWindowMinutes,
      payments: toPaymentMethods(form),
    });
    revalidatePath("/storefront", "layout");
    return "Saved. Your shop is updated.";
  },
  { who: "reseller", confirms: true },
);

export const setShopStateAction = defineServiceAction(
  async (ctx, input: SetShopStateInput) => {
    await setShopState(ctx, input);
    revalidatePath("/storefront", "layout");
  },
  { who: "reseller" },
);
