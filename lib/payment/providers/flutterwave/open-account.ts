import { z } from "zod";
import { Identifier, ProviderText } from "#lib/payment/providers/exact-json";
import { PaymentUnclear, type Provider } from "#lib/payment/providers/provider";
import { DEDICATED_ACCOUNT_PREFIX, type FlutterwaveClient, NAME, unwrapResponse } from "./client.ts";
import { registerCustomer } from "./register-customer.ts";

const AccountBody = z.object({
  reference: Identifier,
  account_number: z.string().regex(/^\d{6,20}$/),
  account_bank_name: ProviderText,
});

export const openAccount =
  (client: FlutterwaveClient): Provider["openAccount"] =>
  async ({ owner, name, email, identity }) => {
    const reference = DEDICATED_ACCOUNT_PREFIX + owner;
    const existing = unwrapResponse(
      z.array(AccountBody),
      await client.get(`/virtual-accounts?${new URLSearchParams({ reference })}`),
    );
    const createRequest = async () => ({
      reference,
      customer_id: await registerCustomer(client, email, name),
      amount: 0,
      currency: "NGN",
      account_type: "static",
      narration: name,
      ...(identity && { [identity.kind]: identity.number }),
    });
    const account =
      existing.find((row) => row.reference === reference) ??
      unwrapResponse(
        AccountBody,
        await client.post(
          "/virtual-accounts",
          await createRequest(),
          `account-${owner}`,
          identity ? [identity.number] : [],
        ),
      );
    if (account.reference !== reference)
      throw new PaymentUnclear(NAME, "its response is about another account");
    return { state: "open", number: account.account_number, bank: account.account_bank_name, holder: name };
  };
