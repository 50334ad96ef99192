import type { PaymentWay } from "#lib/store/payment-way";
import type { ShopForm } from "./actions.ts";

/** The ticked ways to pay of the shop's form, as typed. */
export function paymentsOf(form: ShopForm): PaymentWay[] {
  const ways: PaymentWay[] = [];
  if (form.payBank) {
    const { bank, bankName: accountName, bankNumber: accountNumber } = form;
    ways.push({ kind: "bank", bank, accountName, accountNumber });
  }
  if (form.payService) {
    const { service: provider, serviceName: accountName, serviceNumber: accountNumber } = form;
    ways.push({ kind: "mobile_money", provider, accountName, accountNumber });
  }
  if (form.payCash) ways.push({ kind: "cash", where: form.where });
  return ways;
}
