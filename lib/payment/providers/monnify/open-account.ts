import { z } from "zod";
import { Identifier, ProviderText } from "#lib/payment/providers/exact-json";
import { PaymentUnclear, type Provider, type ProviderAccount } from "#lib/payment/providers/provider";
import { isNotFound, type MonnifyClient, NAME, unwrapResponse } from "./client.ts";

/** Wema and Moniepoint, the banks that keep reserved accounts. */
const BANKS = ["035", "50515"];
const PATH = "/api/v2/bank-transfer/reserved-accounts";

const ReservedAccountBody = z.object({
  accountReference: Identifier,
  accounts: z
    .array(
      z.object({
        accountNumber: z.string().regex(/^\d{6,20}$/),
        accountName: ProviderText,
        bankName: ProviderText,
      }),
    )
    .min(1),
});

export const openAccount =
  ({ call, contractCode }: MonnifyClient): Provider["openAccount"] =>
  async ({ owner, name, email, identity }) => {
    const existing = await call("GET", `${PATH}/${encodeURIComponent(owner)}`);
    if (!isNotFound(existing)) return toProviderAccount(owner, unwrapResponse(ReservedAccountBody, existing));
    const request = {
      accountReference: owner,
      accountName: name,
      customerName: name,
      customerEmail: email,
      currencyCode: "NGN",
      contractCode,
      getAllAvailableBanks: false,
      preferredBanks: BANKS,
      ...(identity && { [identity.kind]: identity.number }),
    };
    const response = await call("POST", PATH, request, identity ? [identity.number] : []);
    return toProviderAccount(owner, unwrapResponse(ReservedAccountBody, response));
  };

function toProviderAccount(
  owner: string,
  { accountReference, accounts }: z.output<typeof ReservedAccountBody>,
): ProviderAccount {
  const [first] = accounts;
  if (accountReference !== owner || !first)
    throw new PaymentUnclear(NAME, "its response is about another account");
  return { state: "open", number: first.accountNumber, bank: first.bankName, holder: first.accountName };
}
