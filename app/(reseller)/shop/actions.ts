"use server";

import { RedirectType, redirect } from "next/navigation";
import { textFields } from "#app/ui/form/text-fields.ts";
import { PinInput } from "#lib/account/pin/require-pin";
import { setShopMessages } from "#lib/message/shop-messages";
import { modules } from "#lib/modules";
import { removeProviderKeys, SetProviderKeysInput, setProviderKeys } from "#lib/payment/keys/provider-keys";
import { refundUnmatched, resolveUnmatched } from "#lib/payment/suspense/unmatched-payments";
import { createResellerAction, createSellerAction } from "#lib/request/page-action";
import { deliverOrder } from "#lib/shop/order/deliver-order";
import { refundOrder } from "#lib/shop/order/refund-order";
import { rejectOrder, rejectOrders } from "#lib/shop/order/reject-order";
import {
  type EscalateComplaintInput,
  escalateComplaint,
  replyToComplaint,
} from "#lib/shop/order/reply-to-complaint";
import { openShop, SaveShopInput, saveShop } from "#lib/shop/save-shop";
import { setShopState } from "#lib/shop/set-shop-state";
import { PaymentMethodForm, toPaymentMethods } from "./details/payment-method-form.ts";

export const openShopAction = createResellerAction(
  (ctx, form) => openShop(ctx, { ...form, payments: toPaymentMethods(form) }),
  () => redirect("/shop/share?opened=now"),
  { form: textFields("name", "slug", "phone", "markup").extend(PaymentMethodForm.shape) },
);

export const saveShopDetailsAction = createResellerAction(saveShop, "Saved. Your shop is updated.", {
  form: textFields("name", "slug", "note", "phone", "whatsapp", "hue"),
});

export const saveShopPaymentsAction = createResellerAction(
  (ctx, { paymentWindowMinutes, refundsInOutage, ...form }) =>
    saveShop(ctx, { paymentWindowMinutes, refundsInOutage, payments: toPaymentMethods(form) }),
  "Saved. New orders show these payment methods.",
  {
    form: textFields("paymentWindowMinutes")
      .extend({ refundsInOutage: SaveShopInput.shape.refundsInOutage })
      .extend(PaymentMethodForm.shape),
  },
);

export const setShopStateAction = createResellerAction(setShopState);

/** Delivers an order and returns to the page, which shows the purchase. */
export const deliverOrderAction = createResellerAction(
  deliverOrder,
  ({ ident }, { here }) => {
    const query = new URLSearchParams(here);
    query.set("sent", ident);
    redirect(`/shop?${query}`, RedirectType.replace);
  },
  { form: textFields("code", "ref", "price", "here").extend(PinInput.shape) },
);

export const rejectOrderAction = createResellerAction(rejectOrder);

export const rejectOrdersAction = createResellerAction(rejectOrders, (result) => result);

export const refundOrderAction = createSellerAction(refundOrder);

export const replyToComplaintAction = createResellerAction(replyToComplaint);

export const escalateComplaintAction = createResellerAction((ctx, input: EscalateComplaintInput) =>
  escalateComplaint(ctx, input, modules),
);

export const saveShopMessagesAction = createResellerAction(setShopMessages, "Saved.");

export const saveProviderKeysAction = createResellerAction(
  setProviderKeys,
  "Account connected. Customers can pay with it now.",
  { form: SetProviderKeysInput },
);

export const removeProviderKeysAction = createResellerAction(removeProviderKeys);

export const refundUnmatchedAction = createResellerAction(refundUnmatched);

export const resolveUnmatchedAction = createResellerAction(resolveUnmatched);
