import { z } from "zod";
import { Identifier } from "#lib/payment/providers/exact-json";
import { PaymentUnclear, splitName } from "#lib/payment/providers/provider";
import { type FlutterwaveClient, NAME, unwrapResponse } from "./client.ts";

const CustomerBody = z.object({ id: Identifier });

/** Registers a customer, or finds the one of this email. @returns the customer's id */
export async function registerCustomer(
  { post }: FlutterwaveClient,
  email: string,
  name: string,
): Promise<string> {
  const response = await post("/customers", { email, name: splitName(name) });
  if (response.status !== 409) return unwrapResponse(CustomerBody, response).id;
  const [known] = unwrapResponse(z.array(CustomerBody), await post("/customers/search", { email }));
  if (!known) throw new PaymentUnclear(NAME, "it neither creates nor finds the customer");
  return known.id;
}
