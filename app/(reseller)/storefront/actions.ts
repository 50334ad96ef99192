"use server";

import { revalidatePath } from "next/cache";
import { RedirectType, redirect } from "next/navigation";
import { z } from "zod";

import { PinInput } from "#lib/account/pin/require-pin";

import { answerComplaint, passComplaint } from "#lib/shop/answer-complaint";

import { deliverOrder } from "#lib/shop/deliver-order";
import { refundOrder } from "#lib/shop/refund-order";
import { refuseOrder, refuseOrders } from "#lib/shop/refuse-order";
import { openShop } from "#lib/shop/save-shop";
import { action } from "#lib/web/action";
import { PayForm, paymentsOf } from "./shop/payments-of.ts";
import { texts } from "./texts.ts";

export const open = action(
  texts("name", "slug", "phone", "markup").extend(PayForm.shape),
  async (ctx, { name, slug, phone, markup, ...ways }) => {
    await openShop(ctx, { name, slug, phone, markup, payments: paymentsOf(ways) });
    redirect("/storefront/share");
  },
  { who: "reseller" },
);

/** What was noted before a refusal is shown too: the payment. The page where it was tapped then says what is on its way. */
export const deliver = action(
  texts("code", "ref", "price", "here").extend(PinInput.shape),
  async (ctx, { here, ...input }) => {
    const { ident } = await deliverOrder(ctx, input).finally(() => revalidatePath("/storefront"));
    const query = new URLSearchParams(here);
    query.set("sent", ident);
    redirect(`/storefront?${query}`, RedirectType.replace);
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

export const answerNotReceived = action(
  texts("code", "answer"),
  async (ctx, input) => {
    await answerComplaint(ctx, input).finally(() => revalidatePath("/storefront"));
  },
  { who: "reseller" },
);

export const passNotReceived = action(
  texts("code"),
  async (ctx, input) => {
    await passComplaint(ctx, input).finally(() => revalidatePath("/storefront"));
  },
  { who: "reseller" },
);

const SeveralForm = z.object({
  code: z.union([z.string(), z.array(z.string())]).default([]),
  reason: z.string().default(""),
});

export const refuseSeveral = action(
  SeveralForm,
  async (ctx, input) => {
    const result = await refuseOrders(ctx, input);
    revalidatePath("/storefront");
    return result;
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
