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
import { defineAction, defineServiceAction } from "#lib/web/action";

const ProviderKeysForm = z.record(z.string(), z.unknown());

export const saveProviderKeysAction = defineAction(
  ProviderKeysForm,
  async (ctx, form) => {
    await setProviderKeys(ctx, SetProviderKeysInput.parse(form));
    revalidatePath("/storefront", "layout");
    return "Account connected. Customers can pay with it now.";
  },
  { who: "reseller", confirms: true },
);

export const removeProviderKeysAction = defineServiceAction(
  async (ctx, input: RemoveProviderKeysInput) => {
    await removeProviderKeys(ctx, input);
    revalidatePath("/storefront", "layout");
  },
  { who: "reseller" },
);

export const refundUnmatchedAction = defineServiceAction(
  async (ctx, input: RefundUnmatchedInput) => {
    await refundUnmatched(ctx, input);
    revalidatePath("/storefront", "layout");
  },
  { who: "reseller" },
);

export const resolveUnmatchedAction = defineServiceAction(
  async (ctx, input: ResolveUnmatchedInput) => {
    await resolveUnmatched(ctx, input);
    revalidatePath("/storefront", "layout");
  },
  { who: "reseller" },
);
