import { getPageFrame } from "#app/(reseller)/page-frame.ts";
import { buildFundPath } from "#app/(reseller)/paths.ts";
import { RemainingPurchasesNote } from "#app/(reseller)/remaining-purchases-note";
import { TopUpLink } from "#app/(reseller)/top-up-link";
import { Banner } from "#app/ui/banner";
import { ButtonLink } from "#app/ui/button-link";
import { FileText, Wallet } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListFilters } from "#app/ui/list/list-filters";
import { CsvLink, ListBody, noMatches } from "#app/ui/list/list-page";
import { STATEMENT_FILTERS } from "#app/ui/list/statement-table";
import { HelpPopover } from "#app/ui/page/help-popover";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { BalanceToggle, PrivateMoney } from "#app/ui/private-money";
import { formatDecimal, formatMoney } from "#lib/core/money/money";
import { getCustomerNames } from "#lib/customer/find-customers";
import { listFundingRequests } from "#lib/funding/funding-view";
import { getNegativeCause } from "#lib/ledger/negative-cause";
import type { WalletView } from "#lib/ledger/wallet";
import { getWallet } from "#lib/ledger/wallet";
import { getDedicatedAccounts } from "#lib/payment/account/dedicated-account-view";
import { listPayments } from "#lib/payment/payment-view";
import { estimateRemainingPurchases } from "#lib/purchase/read/remaining-purchases";
import { requireResellerPage } from "#lib/request/actor";
import { walletStatement } from "#lib/sales/wallet-statement";
import { DedicatedAccountLink, DedicatedAccounts, TransferList } from "./dedicated-accounts.tsx";
import { MoneyRequests } from "./money-requests.tsx";
import { FundingList, PaymentList } from "./payment-lists.tsx";
import { toTransactionRow } from "./transaction-row.ts";
import { TransactionRows } from "./transaction-rows.tsx";

export const metadata = { title: "Wallet" };

const PATH = "/wallet";

const EMPTY_STATE = {
  icon: Wallet,
  title: "No transactions yet",
  text: "Top up your wallet or buy data, and every payment in or out shows here.",
  action: { href: "/wallet/fund", label: "Top up wallet" },
};

const NO_RESULTS = noMatches(PATH, "transactions", "Try other dates or another type.");

export default async function WalletPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const query = await searchParams;
  const [wallet, remaining, page, funding, payments, dedicated, { moneyRequests }] = await Promise.all([
    getWallet(ctx),
    estimateRemainingPurchases(ctx),
    walletStatement().page(ctx, query),
    listFundingRequests(ctx),
    listPayments(ctx),
    getDedicatedAccounts(ctx),
    getPageFrame(ctx),
  ]);
  const names = await getCustomerNames(
    ctx,
    page.rows.flatMap(({ purchase }) => purchase ?? []),
  );
  // Finished ones are transactions below; the last one stays while it isn't one.
  const openTransfers = funding.filter(
    ({ state }, index) => state === "pending" || (index === 0 && state === "rejected"),
  );
  const openPayments = payments.filter(
    ({ state, chargedBack }, index) =>
      state === "started" || (index === 0 && (state !== "paid" || chargedBack)),
  );
  return (
    <>
      <LiveUpdates />
      <PageHeader title="Wallet" />
      <div className="grid min-w-0 grid-cols-1 gap-6">
        <AnsweredBanner request={query.request} />
        <WalletBalance
          wallet={wallet}
          remaining={remaining}
          cause={wallet.wallet < 0n ? await getNegativeCause(ctx) : null}
        />
        {moneyRequests > 0 && <MoneyRequests ctx={ctx} />}
        <div className="grid min-w-0 grid-cols-1 items-start gap-6 empty:hidden lg:grid-cols-2">
          <DedicatedAccounts view={dedicated} />
          {dedicated.transfers.length > 0 && <TransferList transfers={dedicated.transfers} />}
        </div>
        {dedicated.offer && <DedicatedAccountLink />}
        {openPayments.length > 0 && <PaymentList payments={openPayments} />}
        {openTransfers.length > 0 && <FundingList title="Bank transfers" requests={openTransfers} />}
        <section aria-labelledby="transactions">
          <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
            <h2 id="transactions" className="font-semibold text-lg">
              Transactions
            </h2>
            <div className="-mx-3 flex items-center">
              <ButtonLink href="/wallet/statements" variant="quiet" size="sm">
                <FileText />
                Statements
              </ButtonLink>
              {page.rows.length > 0 && <CsvLink here={PATH} page={page} />}
            </div>
          </div>
          <ListFilters here={PATH} on={page.on} filters={STATEMENT_FILTERS} days />
          <ListBody here={PATH} page={page} empty={EMPTY_STATE} unmatched={NO_RESULTS}>
            <TransactionRows rows={page.rows.map((line) => toTransactionRow(line, names))} />
          </ListBody>
        </section>
        <div className="flex flex-wrap gap-x-6">
          <HelpPopover about="charged" />
          <HelpPopover about="set_aside" />
        </div>
      </div>
    </>
  );
}

/** The result of a request for money that was answered here or on home. */
function AnsweredBanner({ request }: { request: Query[string] }) {
  if (request === "accepted")
    return (
      <Banner kind="good" title="Money sent">
        It’s in their wallet, and the transaction is below.
      </Banner>
    );
  return request === "declined" ? <Banner title="Request declined">No money moved.</Banner> : null;
}

interface WalletBalanceProps {
  wallet: WalletView;
  remaining: number | null;
  /** The reason why the wallet is below zero. */
  cause: string | null;
}

function WalletBalance({ wallet: { wallet, held }, remaining, cause }: WalletBalanceProps) {
  return (
    <section aria-label="Balance" className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <div className="flex items-center gap-1 text-muted">
            <p>Balance</p>
            <BalanceToggle />
          </div>
          <p className="mt-1" aria-live="polite">
            <PrivateMoney text={formatMoney(wallet)} size="hero" />
          </p>
          {remaining !== null && (
            <p className="mt-1 text-sm text-unsure empty:hidden">
              <RemainingPurchasesNote count={remaining} />
            </p>
          )}
          <p className="mt-1 text-muted text-sm empty:hidden">
            {held > 0n && (
              <>
                <PrivateMoney text={formatMoney(held)} className="font-medium text-ink" /> on hold for
                purchases in progress
              </>
            )}
          </p>
        </div>
        <TopUpLink
          href={buildFundPath(wallet < 0n ? { amount: formatDecimal(-wallet) } : {})}
          size="lg"
          className="max-sm:w-full"
        />
      </div>
      {wallet < 0n && (
        <Banner kind="warn" title="Your balance is negative">
          {cause} To buy again, top up at least {formatMoney(-wallet)}.
        </Banner>
      )}
    </section>
  );
}
