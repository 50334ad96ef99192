import { FileText, Plus, SearchX, Wallet } from "lucide-react";
import type { Metadata } from "next";
import { ownFunding } from "#lib/funding/funding-view";
import { getWallet } from "#lib/ledger/wallet";
import { ownAccounts } from "#lib/payment/account-view";
import { ownPayments } from "#lib/payment/payment-view";
import { walletStatement } from "#lib/purchase/statement";
import { requireResellerPage } from "#lib/web/actor";
import type { Query } from "../../ui/address.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Help } from "../../ui/help.tsx";
import { ListFilters } from "../../ui/list-filters.tsx";
import { ListBody, ListHeader } from "../../ui/list-page.tsx";
import { Live } from "../../ui/live.tsx";
import { PlainIcon } from "../../ui/plain-icon.tsx";
import { STATEMENT_FILTERS, StatementTable } from "../../ui/statement-table.tsx";
import { AccountNumbers, Transfers } from "./account-number.tsx";
import { FundingList } from "./funding-list.tsx";
import { PaymentList } from "./payment-list.tsx";
import { Purse } from "./purse.tsx";

export const metadata: Metadata = { title: "Wallet" };

const HERE = "/wallet";

const EMPTY = {
  icon: Wallet,
  title: "No money moved yet",
  text: "Every amount that comes in or goes out is kept here, with the balance after it.",
  action: { href: "/wallet/fund", label: "Add money" },
};

const UNMATCHED = {
  icon: SearchX,
  title: "Nothing matches",
  text: "No money moved in this way at that time.",
  action: { href: HERE, label: "Show everything", quiet: true },
};

/** My money: what I have, what I asked for, and every move with the balance after it. */
export default async function WalletPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const [wallet, page, funding, payments, own] = await Promise.all([
    getWallet(ctx),
    walletStatement().page(ctx, await searchParams),
    ownFunding(ctx),
    ownPayments(ctx),
    ownAccounts(ctx),
  ]);
  const lately = funding.filter(({ state }, index) => state === "pending" || index === 0);
  const paidLately = payments.filter(({ state }, index) => state === "started" || index === 0);
  return (
    <>
      <Live />
      <ListHeader
        here={HERE}
        page={page}
        title="Wallet"
        acts={
          <>
            <ButtonLink href="/wallet/fund">
              <PlainIcon icon={Plus} />
              Add money
            </ButtonLink>
            <ButtonLink href="/wallet/statements" variant="secondary">
              <PlainIcon icon={FileText} />
              Statements
            </ButtonLink>
          </>
        }
      />
      <div className="grid min-w-0 grid-cols-1 gap-6">
        <Purse wallet={wallet} />
        <div className="grid min-w-0 grid-cols-1 items-start gap-6 empty:hidden lg:grid-cols-2">
          <AccountNumbers own={own} />
          {own.transfers.length > 0 && <Transfers transfers={own.transfers} />}
        </div>
        {paidLately.length > 0 && <PaymentList payments={paidLately} />}
        {lately.length > 0 && <FundingList title="Money you asked for" requests={lately} />}
        <div>
          <div className="mb-3 flex flex-wrap gap-x-6">
            <Help about="charged" />
            <Help about="set_aside" />
          </div>
          <ListFilters here={HERE} on={page.on} filters={STATEMENT_FILTERS} days />
          <ListBody here={HERE} page={page} empty={EMPTY} unmatched={UNMATCHED}>
            <StatementTable lines={page.rows} purchases="/purchases" />
          </ListBody>
        </div>
      </div>
    </>
  );
}
