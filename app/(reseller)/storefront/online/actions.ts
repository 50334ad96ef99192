"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { type RefundOddInput, refundOdd, type SettleOddInput, settleOdd } from "#lib/payment/odd-money";
import { type RemoveKeysInput, removeKeys, SetKeysInput, setKeys } from "#lib/payment/set-keys";
import { action, verbAction } from "#lib/web/action";

const KeysForm = z.record(z.string(), z.unknown());

export const saveKeys = action(
  KeysForm,
  async (ctx, form) => {
    await setKeys(ctx, SetKeysInput.parse(form));
    revalidatePath("/storefront", "layout");
    return "Tried and kept. Customers can pay by it from now on.";
  },
  { who: "reseller", confirms: true },
);

export const dropKeys = verbAction(
  async (ctx, input: RemoveKeysInput) => {
    await removeKeys(ctx, input);
    revalidatePath("/storefront", "layout");
  },
  { who: "reseller" },
);

export const sendBack = verbAction(
  async (ctx, input: RefundOddInput) => {
    await refundOdd(ctx, input);
    revalidatePath("/storefront", "layout");
  },
  { who: "reseller" },
);

export const settled = verbAction(
  async (ctx, input: SettleOddInput) => {
    await settleOdd(ctx, input);
    revalidatePath("/storefront", "layout");
  },
  { who: "reseller" },
);
