import { Banner } from "#app/ui/banner";
import { Button } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class.ts";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { cx } from "#app/ui/cx.ts";
import { DescriptionList } from "#app/ui/description-list";
import { Disclosure } from "#app/ui/disclosure";
import { Input } from "#app/ui/form/input";
import { formatCount } from "#app/ui/format-count.ts";
import { Download, TrendingUp } from "#app/ui/icon/icons.ts";
import { AsOf } from "#app/ui/list/as-of";
import type { Query } from "#app/ui/list/build-href.ts";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { EmptyState } from "#app/ui/list/empty-state";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import { PageHeader } from "#app/ui/page/page-header";
import { PageLink } from "#app/ui/page/page-link";
import { Sparkline } from "#app/ui/sparkline";
import { formatMoney } from "#lib/core/money/money";
import { readFromReplica } from "#lib/core/reading";
import { dayOf, formatDay, formatDaySpan } from "#lib/core/time/time";
import { requireResellerPage } from "#lib/request/actor";
import {
  type Earnings,
  getOtherEarnings,
  getProfit,
  type OtherEarnings,
  type ProfitView,
} from "#lib/sales/profit";
import { formatPeriodQuery, PROFIT_PERIODS, parseProfitPeriod } from "./profit-period.ts";
import { ProfitTabs } from "./profit-tabs.tsx";

export const metadata = { title: "Profit" };

type Plan = ProfitView["plans"][number];

const COLUMNS: readonly Column<Plan>[] = [
  {
    head: "Plan",
    phone: "title",
    cell: ({ networkName, label }) => <span className="whitespace-normal">{`${networkName} ${label}`}</span>,
  },
  { head: "Sold", align: "end", phone: "note", cell: formatSold },
  { head: "Customers paid", align: "end", cell: ({ sellingPrice }) => formatMoney(sellingPrice) },
  { head: "You paid", align: "end", cell: ({ paid }) => formatMoney(paid) },
  {
    head: "Profit",
    align: "end",
    phone: "value",
    cell: (plan) => <span className="font-semibold">{formatMoney(plan.profit)}</span>,
  },
];

/** A reseller's profit on delivered purchases, by day, network and plan. */
export default async function ProfitPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage("profit");
  const span = parseProfitPeriod(await searchParams);
  const { value: earned, asOf } = await readFromReplica(ctx, (ctx) => getProfit(ctx, span));
  const days = { from: earned.from, to: earned.to };
  const earnings = await getOtherEarnings(ctx, days);
  // A helper sees the figures, and sets no prices.
  const prices = ctx.actor.kind === "helper" ? null : `/profit/prices?${formatPeriodQuery(span)}`;
  return (
    <>
      <PageHeader title="Profit" {...(prices && { tabs: <ProfitTabs current="/profit" /> })}>
        {earned.sold + earned.unpriced > 0 && (
          <a
            href={`/profit/export?${new URLSearchParams(days)}`}
            download
            className={cx(buttonClass({ variant: "secondary" }), "page-action")}
          >
            <Download />
            <span>CSV</span>
          </a>
        )}
      </PageHeader>
      <PeriodChips span={span.span} {...days} />
      {earned.sold + earned.unpriced === 0 ? (
        <div className="grid gap-5">
          <EmptyState
            icon={TrendingUp}
            title="No deliveries in this period yet"
            action={<ButtonLink href="/buy">Buy data</ButtonLink>}
          >
            Buy data for a customer. Your profit is what they paid, less what you paid and the fees of their
            online payments.
          </EmptyState>
          <OtherEarningsCard earnings={earnings} />
        </div>
      ) : (
        <div className="grid gap-5">
          <Card>
            <p className="text-muted">Profit, {formatDaySpan(days)}</p>
            <p>
              <Money text={formatMoney(earned.profit)} size="hero" />
            </p>
            <ProfitFigures earned={earned} />
            {earned.days.length > 1 && (
              <Sparkline
                title="Profit per day"
                last={formatLastDay(days.to)}
                points={earned.days.map(({ day, profit }) => ({
                  label: formatDay(day, { weekday: false }),
                  value: Number(profit),
                  text: formatMoney(profit),
                }))}
              />
            )}
          </Card>
          <UnpricedBanner count={earned.unpriced} prices={prices} />
          {earned.networks.length > 1 && <NetworkProfit networks={earned.networks} />}
          <PlanProfit plans={earned.plans} prices={prices} />
          <OtherEarningsCard earnings={earnings} />
        </div>
      )}
      <AsOf time={asOf} />
    </>
  );
}

function formatLastDay(day: string): string {
  return day === dayOf(new Date()) ? "Today" : formatDay(day, { weekday: false });
}

function ProfitFigures({ earned: { sold, sellingPrice, paid } }: { earned: Earnings }) {
  const figures = [
    { label: "Sold", value: formatCount(sold) },
    { label: "Customers paid", value: <Money text={formatMoney(sellingPrice)} /> },
    { label: "You paid with fees", value: <Money text={formatMoney(paid)} /> },
  ];
  return (
    <dl className="mt-3 mb-5 flex flex-wrap gap-x-8 gap-y-2">
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function formatSold({ sold, unpriced }: Earnings): string {
  const priced = `${formatCount(sold)} sold`;
  return unpriced > 0 ? `${priced}, ${formatCount(unpriced)} without a price` : priced;
}

/** Warns about deliveries without a selling price, which no figure of the page includes. */
function UnpricedBanner({ count, prices }: { count: number; prices: string | null }) {
  if (count === 0) return null;
  return (
    <Banner
      title={count === 1 ? "1 sale without a price" : `${formatCount(count)} sales without a price`}
      action={
        prices && (
          <PageLink
            href={prices}
            className="inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4"
          >
            Add prices
          </PageLink>
        )
      }
    >
      They aren’t counted here.{prices && " Add what the customers paid."}
    </Banner>
  );
}

/** Names what the ledger moved for referrals and levels, which isn’t profit on sales. */
function OtherEarningsCard({ earnings: { referrals, upgrades } }: { earnings: OtherEarnings }) {
  const facts = [
    ...(referrals === 0n ? [] : [{ label: "Referral rewards", value: formatMoney(referrals) }]),
    ...(upgrades === 0n ? [] : [{ label: "Paid for level upgrades", value: formatMoney(upgrades) }]),
  ];
  if (facts.length === 0) return null;
  return (
    <Card title="Not part of the profit">
      <DescriptionList facts={facts} />
    </Card>
  );
}

const MAX_PLANS_IN_SIGHT = 5;

function PlanProfit({ plans, prices }: { plans: readonly Plan[]; prices: string | null }) {
  const table = { columns: COLUMNS, rowKey: (plan: Plan) => plan.planId };
  const folded = plans.slice(MAX_PLANS_IN_SIGHT);
  return (
    <section aria-labelledby="plans">
      <div className="flex items-center justify-between gap-4">
        <h2 id="plans" className="font-semibold">
          By plan
        </h2>
        {prices && (
          <PageLink
            href={prices}
            className="inline-flex min-h-11 items-center font-medium text-accent text-sm"
          >
            Selling prices
          </PageLink>
        )}
      </div>
      <DataTable {...table} caption="Profit by plan" rows={plans.slice(0, MAX_PLANS_IN_SIGHT)} />
      {folded.length > 0 && (
        <Disclosure title={`Other plans (${formatCount(folded.length)})`}>
          <DataTable {...table} caption="Profit by other plans" rows={folded} />
        </Disclosure>
      )}
    </section>
  );
}

function NetworkProfit({ networks }: { networks: ProfitView["networks"] }) {
  const most = Math.max(1, ...networks.map(({ profit }) => Number(profit)));
  return (
    <Card title="By network">
      <ul className="grid gap-4">
        {networks.map(({ networkId, networkName, ...earned }) => (
          <li key={networkId} className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3">
            <span className="row-span-2">
              <NetworkTile name={networkName} />
            </span>
            <span className="min-w-0">
              <span className="font-medium">{networkName}</span>{" "}
              <span className="text-muted text-sm max-md:block">{formatSold(earned)}</span>
            </span>
            <span className="font-semibold">{formatMoney(earned.profit)}</span>
            <span aria-hidden className="col-span-2 mt-1 block h-1.5 rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-accent"
                style={{ width: `${Math.max(0, (Number(earned.profit) / most) * 100).toFixed(1)}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const CHIP_CLASS =
  "inline-flex min-h-11 items-center whitespace-nowrap rounded-full border border-line px-4 text-sm font-medium text-muted hover:text-ink";

function PeriodChips({ span, from, to }: { span: string | null; from: string; to: string }) {
  return (
    <search className="mb-5 grid gap-1">
      <ul
        aria-label="Period"
        className="-mx-4 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0"
      >
        {Object.entries(PROFIT_PERIODS).map(([name, label]) => (
          <li key={name}>
            <PageLink
              href={name === "month" ? "/profit" : `/profit?span=${name}`}
              aria-current={name === span ? "page" : undefined}
              className={cx(CHIP_CLASS, "aria-[current]:border-accent aria-[current]:text-ink")}
            >
              {label}
            </PageLink>
          </li>
        ))}
      </ul>
      <Disclosure key={`${from} ${to}`} title="Other dates" open={span === null}>
        <form action="/profit" className="grid grid-cols-2 items-end gap-3 md:flex">
          <Input label="From" name="from" type="date" defaultValue={from} />
          <Input label="To" name="to" type="date" defaultValue={to} />
          <Button type="submit" variant="secondary" className="max-md:col-span-2">
            Apply
          </Button>
        </form>
      </Disclosure>
    </search>
  );
}
