import { z } from "zod";
import { type FieldErrors, PortalError } from "#lib/core/error";
import { PaymentWay } from "#lib/shop/payment-way";
import { texts } from "../texts.ts";

const Ticked = z.literal("yes").optional();

/** The fields of `PayFields`, in a form. */
export const PayForm = texts(
  ...(["bank", "bankName", "bankNumber", "service", "serviceName", "serviceNumber", "where"] as const),
).extend({ payBank: Ticked, payService: Ticked, payCash: Ticked });
export type PayForm = z.infer<typeof PayForm>;

/** Which field of the form holds which part of a way to pay. */
const FIELDS: Record<PaymentWay["kind"], Record<string, keyof PayForm>> = {
  bank: { bank: "bank", accountName: "bankName", accountNumber: "bankNumber" },
  mobile_money: { provider: "service", accountName: "serviceName", accountNumber: "serviceNumber" },
  cash: { where: "where" },
};

/** The ticked ways to pay. @throws invalid, at each field that is wrong. */
export function paymentsOf(form: PayForm): PaymentWay[] {
  const wrong: FieldErrors = {};
  const ways = tickedIn(form).flatMap((kind) => {
    const parts = Object.entries(FIELDS[kind]).map(([part, field]) => [part, form[field]]);
    const read = PaymentWay.safeParse({ kind, ...Object.fromEntries(parts) });
    if (read.success) return [read.data];
    for (const { path, message } of read.error.issues) {
      const field = FIELDS[kind][String(path[0])];
      if (field) wrong[field] = [message];
    }
    return [];
  });
  if (Object.keys(wrong).length === 0) return ways;
  throw new PortalError("invalid", "Please look at the marked fields.", { fields: wrong });
}

function tickedIn({ payBank, payService, payCash }: PayForm): PaymentWay["kind"][] {
  return [
    ...(payBank ? (["bank"] as const) : []),
    ...(payService ? (["mobile_money"] as const) : []),
    ...(payCash ? (["cash"] as const) : []),
  ];
}
