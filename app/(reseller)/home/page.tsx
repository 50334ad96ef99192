import { OwedRow } from "#app/(reseller)/customers/credit-book/owed-row";
import { DueRow } from "#app/(reseller)/customers/due-soon/due-row";
import { getPageFrame } from "#app/(reseller)/page-frame.ts";
import { buildFundPath } from "#app/(reseller)/paths.ts";
import { RemainingPurchasesNote } from "#app/(reseller)/remaining-purchases-note";
import { AccountNumber } from "#app/(reseller)/wallet/account-number";
import { MoneyRequests } from "#app/(reseller)/wallet/money-requests";
import { Banner } from "#app/ui/banner";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { cx } from "#app/ui/cx.ts";
import { formatCount } from "#app/ui/format-count.ts";
import { ChevronRight, Clock, Plus, Store, TrendingUp } from "#app/ui/icon/icons.ts";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { NetworkTile } from "#app/ui/network-tile";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageLink } from "#app/ui/page/page-link";
import { BalanceToggle, PrivateMoney, PrivateText } from "#app/ui/private-money";
import { PurchaseStateBadge } from "#app/ui/purchase/purchase-state-badge";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatDecimal, formatMoney } from "#lib/core/money/money";
import { formatDayAndClock, formatTime } from "#lib/core/time/time";
import { formatUnpriced } from "#lib/home/day-text";
import { getResellerHome, type ResellerHomeView } from "#lib/home/reseller-home";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";
import { requireResellerPage } from "#lib/request/actor";
import type { OrdersToDo } from "#lib/shop/order/list-orders";
import { FirstSteps } from "./first-steps.tsx";
import { RegularList } from "./regular-list.tsx";

export const metadata = { title: "Home" };

export default async function HomePage() {
  const { ctx } = await requireResellerPage();
  const [view, { ordersToDo, moneyRequests }] = await Promise.all([getResellerHome(ctx), getPageFrame(ctx)]);
  const { account, steps, today, names, sellingPrices } = view;
  const hasSold = view.recent.length > 0;
  const hasMoney = hasSold || view.balance !== 0n || view.held > 0n;
  return (
    <>
      <LiveUpdates />
      <h1 className="sr-only">Home</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-8">
        {view.stoppedBanner && (
          <Banner className="lg:col-span-2" kind="warn">
            {view.stoppedBanner}
          </Banner>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
          {hasMoney && <BalanceCard view={view} />}
          {moneyRequests > 0 && <MoneyRequests ctx={ctx} />}
          {account && steps?.topUp !== false && <AccountNumber account={account} />}
          {steps && <FirstSteps steps={steps} account={account} />}
          {ordersToDo.count > 0 && <OrdersToDoLink {...ordersToDo} />}
          <ul aria-label="Today" className={TO_DO_CLASS}>
            {today.delivered > 0 && <DayRow today={today} />}
            <DueRow due={view.due} />
            <OwedRow credit={view.credit} />
          </ul>
          {view.again.length > 0 && <RegularList items={view.again} {...{ names, sellingPrices }} />}
        </div>
        {hasSold && <RecentPurchases purchases={view.recent} names={names} />}
      </div>
    </>
  );
}

/** As a card of rows; gone without rows. */
const TO_DO_CLASS =
  "divide-y divide-line border-line border-y bg-surface empty:hidden max-md:-mx-4 md:rounded-lg md:border";

/** Names of saved customers by their phone number. */
type Names = ReadonlyMap<string, string>;

/** Today’s sales and profit, a link to the day. */
function DayRow({ today: { delivered, earned } }: { today: ResellerHomeView["today"] }) {
  const { sold, profit, unpriced } = earned;
  return (
    <ListRow
      href="/profit/day"
      lead={<TrendingUp className="size-6 text-accent" />}
      title={
        <>
          Today: sold {formatCount(delivered)}
          {sold > 0 && <PrivateText>, kept {formatMoney(profit)}</PrivateText>}
        </>
      }
      note={unpriced > 0 && formatUnpriced(unpriced)}
    />
  );
}

function BalanceCard({ view: { balance, held, remaining } }: { view: ResellerHomeView }) {
  const isEmpty = balance <= 0n;
  return (
    <section aria-labelledby="balance">
      <div className="flex items-center gap-1 text-muted">
        <h2 id="balance">Balance</h2>
        <BalanceToggle />
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p>
          <PrivateMoney text={formatMoney(balance)} size="hero" />
        </p>
        <ButtonLink
          href={buildFundPath(balance < 0n ? { amount: formatDecimal(-balance) } : {})}
          variant={isEmpty ? "primary" : "secondary"}
          className="whitespace-nowrap"
        >
          <Plus className="max-sm:hidden" />
          <span>
            Top up<span className="sr-only"> wallet</span>
          </span>
        </ButtonLink>
      </div>
      {remaining !== null && (
        <p className="mt-2 text-sm text-unsure empty:hidden">
          <RemainingPurchasesNote count={remaining} />
        </p>
      )}
      <HeldNote held={held} isEmpty={isEmpty} />
    </section>
  );
}

/** Money on hold, or what to do with an empty wallet; nothing where all of it can be spent. */
function HeldNote({ held, isEmpty }: { held: bigint; isEmpty: boolean }) {
  if (held === 0n && !isEmpty) return null;
  return (
    <p className="mt-2 flex min-h-6 items-center gap-1.5 text-muted text-sm">
      {held > 0n ? (
        <>
          <Clock className="size-4 shrink-0" />
          <span>
            <PrivateMoney text={formatMoney(held)} className="font-medium text-ink" /> on hold for purchases
            in progress
          </span>
        </>
      ) : (
        "Top up your wallet to buy data."
      )}
    </p>
  );
}

/** Shop orders whose customers wait for a reply, first those whose customers say they paid. */
function OrdersToDoLink({ count, sent, sentTotal }: OrdersToDo) {
  return (
    <PageLink
      href="/shop"
      className="flex min-h-14 items-center gap-3 rounded-lg border border-accent bg-accent-soft px-4 py-2 font-medium text-accent hover:bg-sunken"
    >
      <Store className="size-5 shrink-0" />
      <span className="flex-1">
        {sent > 0 && (
          <span className="block font-semibold">
            {sent === 1 ? "1 says it’s paid" : `${formatCount(sent)} say they’re paid`}:{" "}
            {formatMoney(sentTotal)}
            <span className="sr-only">, </span>
          </span>
        )}
        <span className={cx(sent > 0 && "block text-sm")}>
          {count === 1 ? "1 order" : `${formatCount(count)} orders`} to do in your shop
        </span>
      </span>
      <ChevronRight className="size-5 shrink-0" />
    </PageLink>
  );
}

function RecentPurchases({ purchases, names }: { purchases: readonly PurchaseView[]; names: Names }) {
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
          <RecentPurchase
            key={purchase.ident}
            purchase={purchase}
            customer={names.get(purchase.phoneE164) || purchase.phone}
          />
        ))}
      </RowList>
    </Card>
  );
}

/** `customer`: the name, or the number without one. */
function RecentPurchase({ purchase, customer }: { purchase: PurchaseView; customer: string }) {
  const { ident, networkName, placedAt, price, state, cancelled } = purchase;
  const plan = formatPlanName(purchase);
  const { day, clock } = formatDayAndClock(placedAt);
  return (
    <ListRow
      href={`/purchases/${ident}`}
      lead={<NetworkTile name={networkName} />}
      label={[customer, plan, formatTime(placedAt)].join(", ")}
      title={customer}
      note={`${day === "Today" ? clock : formatTime(placedAt)} · ${plan}`}
      value={<PrivateMoney text={formatMoney(price)} />}
      state={<PurchaseStateBadge state={state} cancelled={cancelled} />}
    />
  );
}
