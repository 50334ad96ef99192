import { Clock, Plus, Receipt } from "lucide-react";
import { decimalText, formatMoney } from "#lib/core/money";
import type { PurchaseView } from "#lib/purchase/read/view";
import { type AgainView, type HomeView, home } from "#lib/purchase/report/home";
import { requireResellerPage } from "#lib/web/actor";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Live } from "../../ui/live.tsx";
import { Money } from "../../ui/money.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { PlainIcon } from "../../ui/plain-icon.tsx";
import { List, Row } from "../../ui/row.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { fundPath } from "../wallet/fund/fund-path.ts";

export const metadata = { title: "Home" };

/** What a reseller sees first: their money, the way to buy, what they bought. */
export default async function HomePage() {
  const { ctx } = await requireResellerPage();
  const view = await home(ctx);
  return (
    <>
      <Live />
      <h1 className="sr-only">Home</h1>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-8">
        {view.stoppedNotice && (
          <div className="lg:col-span-2">
            <Notice kind="warn">{view.stoppedNotice}</Notice>
          </div>
        )}
        <Balance
          balance={formatMoney(view.balance)}
          held={view.held > 0n ? formatMoney(view.held) : null}
          fund={
            view.balance > 0n
              ? null
              : fundPath(view.balance < 0n ? { amount: decimalText(-view.balance) } : {})
          }
        />
        <Today count={view.todayCount} spent={formatMoney(view.todaySpent)} profit={view.profit} />
        {view.again.length > 0 && <Again items={view.again} />}
        <Recent purchases={view.recent} />
      </div>
    </>
  );
}

/** The last plans and numbers, each one tap from its review. */
function Again({ items }: { items: readonly AgainView[] }) {
  return (
    <section aria-labelledby="again" className="min-w-0 lg:order-1">
      <h2 id="again" className="mb-2 font-semibold">
        Buy again
      </h2>
      <ul className="-mx-4 flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 pb-1 md:mx-0 md:grid md:grid-cols-2 md:px-0 lg:grid-cols-1">
        {items.map((item) => (
          <AgainTile key={`${item.planId} ${item.phoneE164}`} item={item} />
        ))}
      </ul>
    </section>
  );
}

function AgainTile({ item }: { item: AgainView }) {
  const href = `/buy?${new URLSearchParams({ plan: String(item.planId), phone: item.phoneE164 })}`;
  return (
    <li className="relative grid w-72 shrink-0 snap-start grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-md border border-line bg-surface p-3 has-[a:hover]:border-edge md:w-auto">
      <span className="row-span-2">
        <NetworkTile name={item.networkName} />
      </span>
      <p className="truncate font-medium">{item.phone}</p>
      {item.price === null ? (
        <span className="text-muted text-sm">Not sold now</span>
      ) : (
        <RowLink href={href} className="font-semibold text-accent text-sm">
          <span className="sr-only">Buy again for </span>
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
  /** Formatted money that is held for purchases in progress; null when there is none. */
  held: string | null;
  /** Where to add money, when there is nothing to spend. */
  fund: string | null;
}

/** The money that can be spent, the biggest text of the page, and the act it is for. */
function Balance({ balance, held, fund }: Props) {
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
          {explanation(held, fund !== null)}
        </p>
      </div>
      <ButtonLink href={fund ?? "/buy"} size="lg" className="w-full sm:w-auto sm:min-w-48">
        <PlainIcon icon={Plus} />
        {fund ? "Add money" : "Buy data"}
      </ButtonLink>
    </section>
  );
}

function explanation(held: string | null, empty: boolean) {
  if (held) {
    return (
      <>
        <PlainIcon icon={Clock} className="size-4 shrink-0" />
        <span>
          <Money text={held} className="font-medium text-ink" /> set aside for purchases on their way
        </span>
      </>
    );
  }
  return empty ? "Add money, then you can buy." : "Ready to spend. Nothing is set aside.";
}

/** The last purchases, each leading to its own page. */
function Recent({ purchases }: { purchases: readonly PurchaseView[] }) {
  if (purchases.length === 0) return <NothingYet />;
  return (
    <Card
      title="Last purchases"
      padded={false}
      className="overflow-hidden"
      action={
        <ButtonLink href="/purchases" variant="quiet" size="sm" className="-mr-3">
          See all
        </ButtonLink>
      }
    >
      <List label="Last purchases">
        {purchases.map((purchase) => (
          <Row
            key={purchase.ident}
            href={`/purchases/${purchase.ident}`}
            lead={<NetworkTile name={purchase.networkName} />}
            title={`${purchase.networkName} ${purchase.size} ${purchase.volume}`}
            note={purchase.phone}
            value={<Money text={formatMoney(purchase.price)} />}
            state={<StateBadge state={purchase.state} cancelled={purchase.cancelled} />}
          />
        ))}
      </List>
    </Card>
  );
}

function NothingYet() {
  return (
    <Card>
      <EmptyState
        icon={Receipt}
        title="Your purchases will be here"
        action={
          <ButtonLink href="/plans" variant="secondary">
            See the plans
          </ButtonLink>
        }
      >
        Pick a network, a plan and a number. You see it being delivered, and the receipt stays here.
      </EmptyState>
    </Card>
  );
}

interface TodayProps {
  count: number;
  /** Formatted money. */
  spent: string;
  profit: HomeView["profit"];
}

/** How the day goes: how many were bought and for how much, and what was kept of it, today and this month. */
function Today({ count, spent, profit: { today, month } }: TodayProps) {
  return (
    <section aria-label="Today" className="self-end">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line [&>div]:bg-surface [&>div]:px-4 [&>div]:py-3">
        <div>
          <dt className="text-muted text-sm">Bought today</dt>
          <dd className="font-semibold text-lg">{count}</dd>
        </div>
        <div>
          <dt className="text-muted text-sm">Spent today</dt>
          <dd>
            <Money text={spent} size="lg" />
          </dd>
        </div>
        {month.sold > 0 && (
          <>
            <div>
              <dt className="text-muted text-sm">Profit today</dt>
              <dd>
                <Money text={formatMoney(today.profit)} size="lg" />
              </dd>
            </div>
            <div>
              <dt className="text-muted text-sm">This month</dt>
              <dd>
                <PageLink href="/profit" className="text-accent">
                  <Money text={formatMoney(month.profit)} size="lg" />
                </PageLink>
              </dd>
            </div>
          </>
        )}
      </dl>
      {month.sold === 0 && month.unpriced > 0 && (
        <p className="mt-2 text-sm">
          <PageLink href="/profit" className="text-accent underline underline-offset-4">
            See what you earn
          </PageLink>
        </p>
      )}
    </section>
  );
}
