"use server";

import { revalidatePath } from "next/cache";
import { RedirectType, redirect } from "next/navigation";
import { z } from "zod";

import { PinInput } from "#lib/account/pin/require-pin";
import { deliverOrder } from "#lib/shop/order/deliver-order";
import { refundOrder } from "#lib/shop/order/refund-order";
import { rejectOrder, rejectOrders } from "#lib/shop/order/reject-order";
import { escalateComplaint, replyToComplaint } from "#lib/shop/order/reply-to-complaint";
import { openShop } from "#lib/shop/save-shop";
import { defineAction } from "#lib/web/action";
import { PaymentMethodForm, textFields, toPaymentMethods } from "./details/payment-method-form.ts";

export const openShopAction = defineAction(
  textFields("name", "slug", "phone", "markup").extend(PaymentMethodForm.shape),
  async (ctx, { name, slug, phone, markup, ...ways }) => {
    await openShop(ctx, { name, slug, phone, markup, payments: toPaymentMethods(ways) });
    redirect("/shop/share");
  },
  { who: "reseller" },
);

/** Delivers an order and returns to the page, which shows the purchase. A payment noted before an error shows too. */
export const deliverOrderAction = defineAction(
  textFields("code", "ref", "price", "here").extend(PinInput.shape),
  async (ctx, { here, ...input }) => {
    const { ident } = await deliverOrder(ctx, input).finally(() => revalidatePath("/shop"));
    const query = new URLSearchParams(here);
    query.set("sent", ident);
    redirect(`/shop?${query}`, RedirectType.replace);
  },
  { who: "reseller" },
);

export const rejectOrderAction = defineAction(
  textFields("code", "reason"),
  async (ctx, input) => {
    await rejectOrder(ctx, input);
    revalidatePath("/shop");
  },
  { who: "reseller" },
);

export const replyToComplaintAction = defineAction(
  textFields("code", "answer"),
  async (ctx, input) => {
    await replyToComplaint(ctx, input).finally(() => revalidatePath("/shop"));
  },
  { who: "reseller" },
);

export const escalateComplaintAction = defineAction(
  textFields("code"),
  async (ctx, input) => {
    await escalateComplaint(ctx, input).finally(() => revalidatePath("/shop"));
  },
  { who: "reseller" },
);

const RejectOrdersForm = z.object({
  code: z.union([z.string(), z.array(z.string())]).default([]),
  reason: z.string().default(""),
});

export const rejectOrdersAction = defineAction(
  RejectOrdersForm,
  async (ctx, input) => {
    const result = await rejectOrders(ctx, input);
    revalidatePath("/shop");
    return result;
  },
  { who: "reseller" },
);

export const refundOrderAction = defineAction(
  textFields("code", "reason"),
  async (ctx, input) => {
    await refundOrder(ctx, input);
    revalidatePath("/shop");
  },
  { who: "reseller" },
);
