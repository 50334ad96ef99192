import { FileText, Plus, SearchX, Wallet } from "lucide-react";
import { buildFundPath } from "#app/(reseller)/paths.ts";
import { Banner } from "#app/ui/banner";
import { ButtonLink } from "#app/ui/button-link";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListFilters } from "#app/ui/list/list-filters";
import { ListBody, ListHeader } from "#app/ui/list/list-page";
import { STATEMENT_FILTERS, StatementTable } from "#app/ui/list/statement-table";
import { Money } from "#app/ui/money";
import { HelpPopover } from "#app/ui/page/help-popover";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PlainIcon } from "#app/ui/plain-icon";
import { formatDecimal, formatMoney } from "#lib/core/money/money";
import { listFundingRequests } from "#lib/funding/funding-view";
import type { WalletView } from "#lib/ledger/wallet";
import { getWallet } from "#lib/ledger/wallet";
import { getDedicatedAccounts } from "#lib/payment/account/dedicated-account-view";
import { listPayments } from "#lib/payment/payment-view";
import { walletStatement } from "#lib/purchase/wallet-statement";
import { requireResellerPage } from "#lib/web/actor";
import { DedicatedAccountOffer, DedicatedAccounts, TransferList } from "./dedicated-accounts.tsx";
import { FundingList, PaymentList } from "./payment-lists.tsx";

export const metadata = { title: "Wallet" };

const PATH = "/wallet";

const EMPTY_STATE = {
  icon: Wallet,
  title: "No transactions yet",
  text: "Top up your wallet or buy data, and every payment in or out shows here.",
  action: { href: "/wallet/fund", label: "Top up wallet" },
};

const NO_RESULTS = {
  icon: SearchX,
  title: "No matching transactions",
  text: "Try other dates or another type.",
  action: { href: PATH, label: "Show all transactions", quiet: true },
};

/** The balance, open payments, and every wallet entry with the balance after it. */
export default async function WalletPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const [wallet, page, funding, payments, dedicated] = await Promise.all([
    getWallet(ctx),
    walletStatement().page(ctx, await searchParams),
    listFundingRequests(ctx),
    listPayments(ctx),
    getDedicatedAccounts(ctx),
  ]);
  const recentTransfers = funding.filter(({ state }, index) => state === "pending" || index === 0);
  const recentPayments = payments.filter(({ state }, index) => state === "started" || index === 0);
  return (
    <>
      <LiveUpdates />
      <ListHeader
        here={PATH}
        page={page}
        title="Wallet"
        acts={
          <>
            <ButtonLink href="/wallet/fund">
              <PlainIcon icon={Plus} />
              Top up wallet
            </ButtonLink>
            <ButtonLink href="/wallet/statements" variant="secondary">
              <PlainIcon icon={FileText} />
              Statements
            </ButtonLink>
          </>
        }
      />
      <div className="grid min-w-0 grid-cols-1 gap-6">
        <WalletBalance wallet={wallet} />
        <div className="grid min-w-0 grid-cols-1 items-start gap-6 empty:hidden lg:grid-cols-2">
          <DedicatedAccounts view={dedicated} />
          {dedicated.offer && (
            <DedicatedAccountOffer>
              <ButtonLink href="/wallet/fund#dedicated-account" variant="secondary">
                Get dedicated account
              </ButtonLink>
            </DedicatedAccountOffer>
          )}
          {dedicated.transfers.length > 0 && <TransferList transfers={dedicated.transfers} />}
        </div>
        {recentPayments.length > 0 && <PaymentList payments={recentPayments} />}
        {recentTransfers.length > 0 && <FundingList title="Bank transfers" requests={recentTransfers} />}
        <div>
          <div className="mb-3 flex flex-wrap gap-x-6">
            <HelpPopover about="charged" />
            <HelpPopover about="set_aside" />
          </div>
          <ListFilters here={PATH} on={page.on} filters={STATEMENT_FILTERS} days />
          <ListBody here={PATH} page={page} empty={EMPTY_STATE} unmatched={NO_RESULTS}>
            <StatementTable lines={page.rows} purchases="/purchases" />
          </ListBody>
        </div>
      </div>
    </>
  );
}

/** The balance, the amount on hold, and what to do about a negative balance. */
function WalletBalance({ wallet: { wallet, held } }: { wallet: WalletView }) {
  return (
    <section aria-label="Balance" className="grid gap-4">
      <div>
        <p className="text-muted">Balance</p>
        <p className="mt-1" aria-live="polite">
          <Money text={formatMoney(wallet)} size="hero" />
        </p>
        <p className="mt-2 min-h-6 text-muted text-sm">
          {held > 0n ? (
            <>
              <Money text={formatMoney(held)} className="font-medium text-ink" /> on hold for purchases in
              progress
            </>
          ) : (
            "Nothing on hold."
          )}
        </p>
      </div>
      {wallet < 0n && (
        <Banner
          kind="warn"
          title="Your balance is negative"
          action={
            <ButtonLink href={buildFundPath({ amount: formatDecimal(-wallet) })}>Top up wallet</ButtonLink>
          }
        >
          Your wallet was debited. See the reason below. To buy again, top up at least {formatMoney(-wallet)}.
        </Banner>
      )}
    </section>
  );
}
