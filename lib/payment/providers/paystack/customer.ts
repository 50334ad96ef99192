import { z } from "zod";
import { Identifier, ProviderText } from "#lib/payment/providers/exact-json";
import { type PaystackClient, unwrapResponse } from "./client.ts";

export const AccountBody = z.object({
  account_name: ProviderText,
  account_number: z.string().regex(/^\d{6,20}$/),
  bank: z.object({ name: ProviderText, slug: z.string().max(60) }),
});

export const CustomerBody = z.object({
  id: Identifier,
  customer_code: Identifier,
  dedicated_account: AccountBody.nullish(),
});

export async function findCustomer({ call }: PaystackClient, email: string) {
  const response = await call("GET", `/customer/${encodeURIComponent(email)}`);
  if (response.status === 404) return undefined;
  return unwrapResponse(CustomerBody, response);
}
