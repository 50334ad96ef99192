import { Clock, Plus, Receipt } from "lucide-react";
import { PRICE_LIST_PATH } from "#app/(reseller)/buy/buy-parts";
import { buildFundPath } from "#app/(reseller)/paths.ts";
import { Banner } from "#app/ui/banner";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { EmptyState } from "#app/ui/list/empty-state";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { RowLink } from "#app/ui/list/row-link";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageLink } from "#app/ui/page/page-link";
import { PlainIcon } from "#app/ui/plain-icon";
import { PurchaseStateBadge } from "#app/ui/purchase/purchase-state-badge";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatDecimal, formatMoney } from "#lib/core/money/money";
import { getCustomerNames } from "#lib/customer/find-customers";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";
import {
  getResellerHome,
  type RepeatPurchaseView,
  type ResellerHomeView,
} from "#lib/purchase/report/reseller-home";
import { requireResellerPage } from "#lib/web/actor";

export const metadata = { title: "Home" };

/** A reseller's balance, quick purchases and recent purchases. */
export default async function HomePage() {
  const { ctx } = await requireResellerPage();
  const view = await getResellerHome(ctx);
  const names = await getCustomerNames(
    ctx,
    [...view.again, ...view.recent].map(({ phoneE164 }) => phoneE164),
  );
  return (
    <>
      <LiveUpdates />
      <h1 className="sr-only">Home</h1>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-8">
        {view.stoppedNotice && (
          <div className="lg:col-span-2">
            <Banner kind="warn">{view.stoppedNotice}</Banner>
          </div>
        )}
        <BalanceCard
          balance={formatMoney(view.balance)}
          held={view.held > 0n ? formatMoney(view.held) : null}
          needsFunds={view.balance <= 0n}
          fund={buildFundPath(view.balance < 0n ? { amount: formatDecimal(-view.balance) } : {})}
        />
        <TodayCard count={view.todayCount} spent={formatMoney(view.todaySpent)} profit={view.profit} />
        {view.again.length > 0 && <RepeatPurchases items={view.again} names={names} />}
        <RecentPurchases purchases={view.recent} names={names} />
      </div>
    </>
  );
}

/** Names of saved customers by their phone number. */
type Names = ReadonlyMap<string, string>;

/** The plans and numbers bought most, each one tap from the review. */
function RepeatPurchases({ items, names }: { items: readonly RepeatPurchaseView[]; names: Names }) {
  return (
    <section aria-labelledby="again" className="min-w-0 lg:order-1">
      <h2 id="again" className="mb-2 font-semibold">
        Buy again
      </h2>
      <ul className="-mx-4 flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 pb-1 md:mx-0 md:grid md:grid-cols-2 md:px-0 lg:grid-cols-1">
        {items.map((item) => (
          <RepeatTile
            key={`${item.planId} ${item.phoneE164}`}
            item={item}
            customer={names.get(item.phoneE164) || item.phone}
          />
        ))}
      </ul>
    </section>
  );
}

/** `customer`: the name, or the number without one. */
function RepeatTile({ item, customer }: { item: RepeatPurchaseView; customer: string }) {
  const href = `/buy?${new URLSearchParams({ plan: String(item.planId), phone: item.phoneE164 })}`;
  return (
    <li className="relative grid w-72 shrink-0 snap-start grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-md border border-line bg-surface p-3 has-[a:hover]:border-edge md:w-auto">
      <span className="row-span-2">
        <NetworkTile name={item.networkName} />
      </span>
      <p className="truncate font-medium">{customer}</p>
      {item.price === null ? (
        <span className="text-muted text-sm">Not for sale</span>
      ) : (
        <RowLink href={href} className="font-semibold text-accent text-sm">
          <span className="sr-only">
            Buy {item.networkName} {item.label} for {customer} again, at{" "}
          </span>
          <Money text={formatMoney(item.price)} />
        </RowLink>
      )}
      <p className="col-span-2 truncate text-muted text-sm">
        {item.networkName} {item.label}
      </p>
    </li>
  );
}

interface Props {
  /** Formatted money. */
  balance: string;
  /** Formatted money on hold for purchases in progress; null for none. */
  held: string | null;
  /** Whether the wallet is empty or below zero. */
  needsFunds: boolean;
  /** The page to top up the wallet. */
  fund: string;
}

function BalanceCard({ balance, held, needsFunds, fund }: Props) {
  return (
    <section aria-labelledby="balance" className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
      <div className="min-w-0">
        <h2 id="balance" className="text-muted">
          Balance
        </h2>
        <p className="mt-1">
          <Money text={balance} size="hero" />
        </p>
        <p className="mt-2 flex min-h-6 items-center gap-1.5 text-muted text-sm">
          {formatHeldNote(held, needsFunds)}
        </p>
      </div>
      <div className="flex w-full gap-2 sm:w-auto">
        {!needsFunds && (
          <ButtonLink href="/buy" size="lg" className="flex-1 sm:min-w-40">
            Buy data
          </ButtonLink>
        )}
        <ButtonLink
          href={fund}
          size="lg"
          variant={needsFunds ? "primary" : "secondary"}
          className="flex-1 whitespace-nowrap max-sm:px-3! sm:min-w-48"
        >
          <PlainIcon icon={Plus} className="max-sm:hidden" />
          Top up wallet
        </ButtonLink>
      </div>
    </section>
  );
}

function formatHeldNote(held: string | null, empty: boolean) {
  if (held) {
    return (
      <>
        <PlainIcon icon={Clock} className="size-4 shrink-0" />
        <span>
          <Money text={held} className="font-medium text-ink" /> on hold for purchases in progress
        </span>
      </>
    );
  }
  return empty ? "Top up your wallet to buy data." : "Ready to spend. Nothing on hold.";
}

/** The last purchases, each with a link to its page. */
function RecentPurchases({ purchases, names }: { purchases: readonly PurchaseView[]; names: Names }) {
  if (purchases.length === 0) return <FirstPurchaseHint />;
  return (
    <Card
      title="Recent purchases"
      padded={false}
      className="overflow-hidden"
      action={
        <ButtonLink href="/purchases" variant="quiet" size="sm" className="-mr-3">
          See all
        </ButtonLink>
      }
    >
      <RowList label="Recent purchases">
        {purchases.map((purchase) => (
          <ListRow
            key={purchase.ident}
            href={`/purchases/${purchase.ident}`}
            lead={<NetworkTile name={purchase.networkName} />}
            title={formatPlanName(purchase)}
            note={names.get(purchase.phoneE164) || purchase.phone}
            value={<Money text={formatMoney(purchase.price)} />}
            state={<PurchaseStateBadge state={purchase.state} cancelled={purchase.cancelled} />}
          />
        ))}
      </RowList>
    </Card>
  );
}

function FirstPurchaseHint() {
  return (
    <Card>
      <EmptyState
        icon={Receipt}
        title="No purchases yet"
        action={
          <ButtonLink href={PRICE_LIST_PATH} variant="secondary">
            See plans
          </ButtonLink>
        }
      >
        Choose a plan and a phone number. Your purchase shows here with its status and receipt.
      </EmptyState>
    </Card>
  );
}

interface TodayCardProps {
  count: number;
  /** Formatted money. */
  spent: string;
  profit: ResellerHomeView["profit"];
}

/** Purchases and spending of the day, and profit of the day and month. */
function TodayCard({ count, spent, profit: { today, month } }: TodayCardProps) {
  const figures = {
    "Purchases today": count,
    "Spent today": <Money text={spent} />,
    ...(month.sold > 0 && {
      "Profit today": <Money text={formatMoney(today.profit)} />,
      "This month": (
        <PageLink href="/profit" className="text-accent">
          <Money text={formatMoney(month.profit)} />
        </PageLink>
      ),
    }),
  };
  return (
    <section aria-label="Today" className="self-end">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line [&>div]:bg-surface [&>div]:px-4 [&>div]:py-3">
        {Object.entries(figures).map(([label, figure]) => (
          <div key={label}>
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="font-semibold text-lg">{figure}</dd>
          </div>
        ))}
      </dl>
      {month.sold === 0 && month.unpriced > 0 && (
        <p className="mt-2 text-sm">
          <PageLink href="/profit" className="text-accent underline underline-offset-4">
            View profit
          </PageLink>
        </p>
      )}
    </section>
  );
}
