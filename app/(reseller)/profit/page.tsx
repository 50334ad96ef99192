import { Download, TrendingUp } from "lucide-react";
import type { Metadata } from "next";
import { formatMoney } from "#lib/core/money";
import { sayDay } from "#lib/core/time";
import { type Earned, type ProfitView, profit } from "#lib/purchase/report/profit";
import { requireResellerPage } from "#lib/web/actor";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { countText } from "../../ui/count-text.ts";
import { cx } from "../../ui/cx.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Input } from "../../ui/input.tsx";
import { Money } from "../../ui/money.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { PlainIcon } from "../../ui/plain-icon.tsx";
import { Sparkline } from "../../ui/sparkline.tsx";
import { SPANS, type SpanQuery, saySpanOf, spanOf } from "./span.ts";

export const metadata: Metadata = { title: "Profit" };

type Plan = ProfitView["plans"][number];

const COLUMNS: readonly Column<Plan>[] = [
  { key: "plan", head: "Plan", phone: "title", cell: ({ networkName, label }) => `${networkName} ${label}` },
  { key: "sold", head: "Sold", align: "end", phone: "note", cell: soldText },
  { key: "retail", head: "Customers paid", align: "end", cell: ({ retail }) => formatMoney(retail) },
  { key: "paid", head: "You paid", align: "end", cell: ({ paid }) => formatMoney(paid) },
  {
    key: "profit",
    head: "You kept",
    align: "end",
    phone: "value",
    cell: (plan) => <span className="font-semibold">{formatMoney(plan.profit)}</span>,
  },
];

/** What a reseller earned with what was delivered: by day, by network, by plan. */
export default async function ProfitPage({ searchParams }: { searchParams: Promise<SpanQuery> }) {
  const { ctx } = await requireResellerPage();
  const span = spanOf(await searchParams);
  const earned = await profit(ctx, span);
  const days = { from: earned.from, to: earned.to };
  const query = new URLSearchParams(days);
  return (
    <>
      <PageHeader title="Profit">
        {earned.sold + earned.unpriced > 0 && (
          <a href={`/profit/export?${query}`} download className={buttonClass({ variant: "secondary" })}>
            <PlainIcon icon={Download} />
            CSV
          </a>
        )}
      </PageHeader>
      <Spans span={span.span} {...days} />
      {earned.sold + earned.unpriced === 0 ? (
        <EmptyState
          icon={TrendingUp}
          title="Nothing was delivered in this time"
          action={<ButtonLink href="/buy">Buy data</ButtonLink>}
        >
          Each purchase that is delivered counts here: what your customer paid, less what you paid.
        </EmptyState>
      ) : (
        <div className="grid gap-5">
          <Unpriced count={earned.unpriced} query={query} />
          <Card>
            <p className="text-muted">You kept, {saySpanOf(days)}</p>
            <p>
              <Money text={formatMoney(earned.profit)} size="hero" />
            </p>
            <p className="mt-1 mb-5 text-muted">
              {soldText(earned)}, {formatMoney(earned.retail)} paid by customers, {formatMoney(earned.paid)}{" "}
              paid by you
            </p>
            {earned.days.length > 1 && (
              <Sparkline
                title={`Kept per day; on ${sayDay(days.to, { weekday: false })}`}
                points={earned.days.map(({ day, profit }) => ({
                  label: sayDay(day, { weekday: false }),
                  value: Number(profit),
                  text: formatMoney(profit),
                }))}
              />
            )}
          </Card>
          {earned.networks.length > 1 && <Networks networks={earned.networks} />}
          <DataTable
            caption="Profit by plan"
            columns={COLUMNS}
            rows={earned.plans}
            rowKey={(plan) => plan.planId}
          />
        </div>
      )}
    </>
  );
}

function soldText({ sold, unpriced }: Earned): string {
  const priced = `${countText(sold)} sold`;
  return unpriced > 0 ? `${priced}, ${countText(unpriced)} without a price` : priced;
}

/** What nobody noted a price for is in no figure of the page; this says so, and leads to noting it. */
function Unpriced({ count, query }: { count: number; query: URLSearchParams }) {
  if (count === 0) return null;
  return (
    <Notice
      title={`No price noted: ${countText(count)}`}
      action={
        <PageLink
          href={`/profit/prices?${query}`}
          className="font-semibold text-accent underline underline-offset-4"
        >
          Note prices
        </PageLink>
      }
    >
      They were delivered, and nobody said what the customer paid. They are in none of the figures here.
    </Notice>
  );
}

/** What each network brought, as bars with the figure beside. */
function Networks({ networks }: { networks: ProfitView["networks"] }) {
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
              <span className="text-muted text-sm max-md:block">{soldText(earned)}</span>
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

const CHIP =
  "inline-flex min-h-11 items-center rounded-full border border-line px-4 text-sm font-medium text-muted hover:text-ink";

/** The time that is looked at, in the address. */
function Spans({ span, from, to }: { span: string | null; from: string; to: string }) {
  return (
    <search className="mb-5 grid gap-1">
      <ul aria-label="Time" className="flex flex-wrap gap-2">
        {Object.entries(SPANS).map(([name, label]) => (
          <li key={name}>
            <PageLink
              href={name === "month" ? "/profit" : `/profit?span=${name}`}
              aria-current={name === span ? "page" : undefined}
              className={cx(CHIP, "aria-[current]:border-accent aria-[current]:text-ink")}
            >
              {label}
            </PageLink>
          </li>
        ))}
      </ul>
      <Fold key={`${from} ${to}`} title="Other days" open={span === null}>
        <form action="/profit" className="grid grid-cols-2 items-end gap-3 md:flex">
          <Input label="From" name="from" type="date" defaultValue={from} />
          <Input label="To" name="to" type="date" defaultValue={to} />
          <Button type="submit" variant="secondary" className="max-md:col-span-2">
            Show
          </Button>
        </form>
      </Fold>
    </search>
  );
}
