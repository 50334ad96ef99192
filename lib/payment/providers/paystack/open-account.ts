import { z } from "zod";
import {
  PaymentRejected,
  type Provider,
  type ProviderAccount,
  splitName,
} from "#lib/payment/providers/provider";
import { NAME, type PaystackClient, unwrapResponse } from "./client.ts";
import { AccountBody, CustomerBody, findCustomer } from "./customer.ts";

/** The bank that keeps the account numbers: Paystack's own of its test mode, or Wema. */
const BANK_BY_MODE = { test: "test-bank", live: "wema-bank" };

export const openAccount =
  (client: PaystackClient): Provider["openAccount"] =>
  async ({ email, phone, name, identity }) => {
    const { call, isTest } = client;
    const existing = await findCustomer(client, email);
    if (existing?.dedicated_account) return toProviderAccount(existing.dedicated_account);
    const { first: first_name, last: last_name } = splitName(name);
    const preferred_bank = isTest ? BANK_BY_MODE.test : BANK_BY_MODE.live;
    if (identity) {
      if (identity.kind !== "bvn") throw new PaymentRejected(NAME, "it accepts only a BVN");
      const bvn = identity.number;
      const request = { email, phone, first_name, last_name, preferred_bank, country: "NG", bvn };
      await unwrapResponse(z.undefined(), call("POST", "/dedicated_account/assign", request, [bvn]));
      return { state: "pending" };
    }
    const customer = await unwrapResponse(
      CustomerBody,
      call("POST", "/customer", { email, phone, first_name, last_name }),
    );
    // A customer who paid before keeps the fields of then: the account's owner goes with its request.
    const request = { customer: customer.customer_code, preferred_bank, phone, first_name, last_name };
    return toProviderAccount(await unwrapResponse(AccountBody, call("POST", "/dedicated_account", request)));
  };

function toProviderAccount({
  account_number,
  account_name,
  bank,
}: z.output<typeof AccountBody>): ProviderAccount {
  return { state: "open", number: account_number, bank: bank.name, holder: account_name };
}
