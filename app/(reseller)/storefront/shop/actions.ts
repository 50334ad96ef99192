"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { saveStore } from "#lib/store/save-store";
import { SetStoreStateInput, setStoreState } from "#lib/store/set-store-state";
import { action } from "#lib/web/action";
import { texts } from "../texts.ts";
import { paymentsOf } from "./payments-of.ts";

const Ticked = z.literal("yes").optional();

const ShopForm = texts(
  ...(["name", "slug", "note", "phone", "whatsapp", "hue", "payWithin"] as const),
  ...(["bank", "bankName", "bankNumber", "service", "serviceName", "serviceNumber", "where"] as const),
).extend({ payBank: Ticked, payService: Ticked, payCash: Ticked });
export type ShopForm = z.infer<typeof ShopForm>;

export const save = action(
  ShopForm,
  async (ctx, form) => {
    const { name, slug, note, phone, whatsapp, hue, payWithin } = form;
    await saveStore(ctx, { name, slug, note, phone, whatsapp, hue, payWithin, payments: paymentsOf(form) });
    revalidatePath("/storefront", "layout");
    return "Saved. Your shop shows it now.";
  },
  { who: "reseller" },
);

export const setState = action(
  SetStoreStateInput,
  async (ctx, input) => {
    await setStoreState(ctx, input);
    revalidatePath("/storefront", "layout");
  },
  { who: "reseller" },
);
