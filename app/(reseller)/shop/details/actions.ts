"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import {
  type RemoveProviderKeysInput,
  removeProviderKeys,
  SetProviderKeysInput,
  setProviderKeys,
} from "#lib/payment/keys/provider-keys";
import {
  type RefundUnmatchedInput,
  type ResolveUnmatchedInput,
  refundUnmatched,
  resolveUnmatched,
} from "#lib/payment/suspense/unmatched-payments";
import { saveShop } from "#lib/shop/save-shop";
import { type SetShopStateInput, setShopState } from "#lib/shop/set-shop-state";
import { defineAction, defineServiceAction } from "#lib/web/action";
import { PaymentMethodForm, textFields, toPaymentMethods } from "./payment-method-form.ts";

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
    revalidatePath("/shop", "layout");
    return "Saved. Your shop is updated.";
  },
  { who: "reseller", confirms: true },
);

export const setShopStateAction = defineServiceAction(
  async (ctx, input: SetShopStateInput) => {
    await setShopState(ctx, input);
    revalidatePath("/shop", "layout");
  },
  { who: "reseller" },
);

const ProviderKeysForm = z.record(z.string(), z.unknown());

export const saveProviderKeysAction = defineAction(
  ProviderKeysForm,
  async (ctx, form) => {
    await setProviderKeys(ctx, SetProviderKeysInput.parse(form));
    revalidatePath("/shop", "layout");
    return "Account connected. Customers can pay with it now.";
  },
  { who: "reseller", confirms: true },
);

export const removeProviderKeysAction = defineServiceAction(
  async (ctx, input: RemoveProviderKeysInput) => {
    await removeProviderKeys(ctx, input);
    revalidatePath("/shop", "layout");
  },
  { who: "reseller" },
);

export const refundUnmatchedAction = defineServiceAction(
  async (ctx, input: RefundUnmatchedInput) => {
    await refundUnmatched(ctx, input);
    revalidatePath("/shop", "layout");
  },
  { who: "reseller" },
);

export const resolveUnmatchedAction = defineServiceAction(
  async (ctx, input: ResolveUnmatchedInput) => {
    await resolveUnmatched(ctx, input);
    revalidatePath("/shop", "layout");
  },
  { who: "reseller" },
);
