import { z } from "zod";
import { textFields } from "#app/ui/form/text-fields.ts";
import { type FieldErrors, PortalError } from "#lib/core/error";
import { ShopPaymentMethod } from "#lib/shop/payment-method";

const CheckedBox = z.literal("yes").optional();

export const PaymentMethodForm = textFields(
  ...(["bank", "bankName", "bankNumber", "service", "serviceName", "serviceNumber", "where"] as const),
).extend({ payBank: CheckedBox, payService: CheckedBox, payCash: CheckedBox });
export type PaymentMethodForm = z.infer<typeof PaymentMethodForm>;

const METHOD_FIELDS: Record<ShopPaymentMethod["kind"], Record<string, keyof PaymentMethodForm>> = {
  bank: { bank: "bank", accountName: "bankName", accountNumber: "bankNumber" },
  mobile_money: { provider: "service", accountName: "serviceName", accountNumber: "serviceNumber" },
  cash: { where: "where" },
};

/** Reads the selected payment methods. @throws invalid with the fields that are wrong. */
export function toPaymentMethods(form: PaymentMethodForm): ShopPaymentMethod[] {
  const wrong: FieldErrors = {};
  const ways = listCheckedKinds(form).flatMap((kind) => {
    const parts = Object.entries(METHOD_FIELDS[kind]).map(([part, field]) => [part, form[field]]);
    const read = ShopPaymentMethod.safeParse({ kind, ...Object.fromEntries(parts) });
    if (read.success) return [read.data];
    for (const { path, message } of read.error.issues) {
      const field = METHOD_FIELDS[kind][String(path[0])];
      if (field) wrong[field] = [message];
    }
    return [];
  });
  if (Object.keys(wrong).length === 0) return ways;
  throw new PortalError("invalid", "Check the marked fields.", { fields: wrong });
}

function listCheckedKinds({ payBank, payService, payCash }: PaymentMethodForm): ShopPaymentMethod["kind"][] {
  return [
    ...(payBank ? (["bank"] as const) : []),
    ...(payService ? (["mobile_money"] as const) : []),
    ...(payCash ? (["cash"] as const) : []),
  ];
}
