import type { Metadata } from "next";
import { ownAccounts } from "#lib/payment/account-view";
import { requireResellerPage } from "#lib/web/actor";
import { AskUs } from "../../../ui/ask-us.tsx";
import { Live } from "../../../ui/live.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { AccountNumbers, Transfers } from "../account-number.tsx";

export const metadata: Metadata = { title: "Account number" };

/** The way to an account number of one's own, and the number once it is there. Works without script. */
export default async function AccountPage() {
  const { ctx } = await requireResellerPage();
  const own = await ownAccounts(ctx);
  const none = own.accounts.length === 0 && !own.offer;
  return (
    <>
      <Live />
      <PageHeader title="Account number" back={{ href: "/wallet", label: "Wallet" }} />
      <div className="grid max-w-xl grid-cols-1 gap-6">
        <AccountNumbers own={own} form />
        {own.transfers.length > 0 && <Transfers transfers={own.transfers} />}
        {none && <AskUs>for an account number: none are given out at the moment</AskUs>}
      </div>
    </>
  );
}
