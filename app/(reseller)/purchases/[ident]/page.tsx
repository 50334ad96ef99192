import { Printer, RotateCcw } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { formatMoney } from "#lib/core/money";
import { exactTime } from "#lib/core/time";
import { type CustomerView, customerOf } from "#lib/customer/customer-view";
import { casePromise, ownCase } from "#lib/purchase/case/case-view";
import { ownRef } from "#lib/purchase/place/refs";
import type { PurchaseDetail, PurchaseView } from "#lib/purchase/read/view";
import { scheduleOf } from "#lib/schedule/schedule-view";
import { requireResellerPage } from "#lib/web/actor";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { withCaseSteps } from "../../../ui/case-words.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { cx } from "../../../ui/cx.ts";
import { type Fact, Facts } from "../../../ui/facts.tsx";
import { Help } from "../../../ui/help.tsx";
import { Live } from "../../../ui/live.tsx";
import { Money } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { PlainIcon } from "../../../ui/plain-icon.tsx";
import { PurchaseTimeline } from "../../../ui/purchase-timeline.tsx";
import { purchaseWords } from "../../../ui/purchase-words.ts";
import { TONE_SOFT, TONE_TEXT, ToneIcon } from "../../../ui/tone.tsx";
import { Cancel } from "./cancel.tsx";
import { Earned } from "./earned.tsx";
import { find } from "./find.ts";
import { NotReceived } from "./not-received.tsx";
import { SaveNumber } from "./save-number.tsx";
import { storyOf } from "./story.tsx";

export const metadata: Metadata = { title: "Purchase" };

interface Props {
  params: Promise<{ ident: string }>;
  /** `bought=before`: the form had been sent before, at another price, and this is what it bought. */
  searchParams: Promise<{ bought?: string | string[] }>;
}

/** One purchase: how it stands, what is known and what is not, what is next; true without reloading. */
export default async function PurchasePage({ params, searchParams }: Props) {
  const { ctx } = await requireResellerPage();
  const purchase = await find(ctx, (await params).ident);
  const [{ bought }, found, promise, customer, schedule] = await Promise.all([
    searchParams,
    ownCase(ctx, purchase.ident),
    casePromise(ctx),
    customerOf(ctx, purchase.phoneE164),
    purchase.channel === "bulk" && purchase.runId === null ? scheduleOf(ctx, purchase.id) : null,
  ]);
  const { say, next } = storyOf(purchase);
  return (
    <>
      <Live />
      <PageHeader
        title={`${purchase.networkName} ${purchase.size} ${purchase.volume}`}
        lead={customer ? <CustomerLink customer={customer} /> : `for ${purchase.phone}`}
        back={{ href: "/purchases", label: "Purchases" }}
      />
      {bought === "before" && (
        <div className="mb-5">
          <Notice title={`You bought this before, at ${formatMoney(purchase.price)}`}>
            The price that you saw just now was not charged: nothing was bought twice.
          </Notice>
        </div>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <StateHero purchase={purchase} say={say}>
          {purchase.state === "queued" && <Cancel ident={purchase.ident} />}
          {purchase.state !== "queued" && (
            <ButtonLink
              href={`/buy?${new URLSearchParams({ again: purchase.ident })}`}
              variant={purchase.settledAt ? "primary" : "secondary"}
            >
              <PlainIcon icon={RotateCcw} />
              Buy again
            </ButtonLink>
          )}
          <ButtonLink href={`/purchases/${purchase.ident}/receipt`} variant="secondary">
            <PlainIcon icon={Printer} />
            Receipt
          </ButtonLink>
        </StateHero>
        <Card
          title="What happened"
          className="lg:row-span-2"
          action={
            !purchase.settledAt && (
              <PageLink href="/status" className="font-medium text-accent text-sm">
                How {purchase.networkName} delivers now
              </PageLink>
            )
          }
        >
          <PurchaseTimeline
            steps={withCaseSteps(purchase.timeline, found?.words)}
            state={purchase.state}
            cancelled={purchase.cancelled}
            next={next}
          />
          <AsksOf state={purchase.state} />
        </Card>
        {found && <NotReceived purchase={purchase} found={found} promise={promise} />}
        <PurchaseFacts purchase={purchase} schedule={schedule} />
        {!found && <NotReceived purchase={purchase} found={found} promise={promise} />}
        {purchase.state !== "failed" && purchase.state !== "reversed" && <Earned purchase={purchase} />}
        {!customer && purchase.state === "successful" && <SaveNumber purchase={purchase} />}
      </div>
    </>
  );
}

function CustomerLink({ customer: { id, name, phone } }: { customer: CustomerView }) {
  return (
    <>
      for{" "}
      <PageLink
        href={`/customers/${id}`}
        className="font-medium text-accent underline-offset-4 hover:underline"
      >
        {name || phone}
      </PageLink>
      {name && ` ${phone}`}
    </>
  );
}

/** What is asked most of a purchase that stands so. */
function AsksOf({ state }: Pick<PurchaseView, "state">) {
  switch (state) {
    case "queued":
    case "sending":
      return <Help about="data" className="mt-4" />;
    case "unconfirmed":
      return <Help about="not_confirmed" className="mt-4" />;
    case "failed":
    case "reversed":
      return <Help about="failed" className="mt-4" />;
    case "successful":
      return <Help about="wrong_number" className="mt-4" />;
  }
}

interface StateHeroProps {
  purchase: PurchaseView;
  say: ReactNode;
  /** What can be done with it. */
  children: ReactNode;
}

/** How it stands, said first and biggest; a change is read out. */
function StateHero({ purchase, say, children }: StateHeroProps) {
  const { word, tone } = purchaseWords(purchase.state, purchase.cancelled);
  const open = purchase.state === "queued" || purchase.state === "sending";
  return (
    <section aria-labelledby="state" className="rounded-lg border border-line bg-surface p-5">
      <div className="flex items-start gap-4">
        <span className={cx("grid size-14 shrink-0 place-items-center rounded-full", TONE_SOFT[tone])}>
          <ToneIcon tone={tone} className={cx("size-7", open && "animate-pulse")} />
        </span>
        <div className="min-w-0 flex-1">
          <div aria-live="polite">
            <h2 id="state" className={cx("font-semibold text-xl", TONE_TEXT[tone])}>
              {word}
            </h2>
          </div>
          <Money text={formatMoney(purchase.price)} size="lg" />
        </div>
      </div>
      <p className="mt-4">{say}</p>
      <div className="mt-5 flex flex-wrap gap-2">{children}</div>
    </section>
  );
}

const CHANNEL = { web: "This site", storefront: "Your shop", api: "Your program", bulk: "A list" } as const;

/** What was bought, what it cost, and the references that others ask for. */
function PurchaseFacts({ purchase, schedule }: { purchase: PurchaseDetail; schedule: number | null }) {
  return (
    <Card title="The purchase" padded={false}>
      <div className="px-4 pb-2 md:px-5">
        <Facts facts={factsOf(purchase, schedule)} />
      </div>
    </Card>
  );
}

function factsOf(purchase: PurchaseDetail, schedule: number | null): Fact[] {
  const { phone, networkName, typeName, size, volume, validity, price, state, ident, settledAt } = purchase;
  const own = ownRef(purchase);
  const moneyBack = state === "failed" || state === "reversed";
  return [
    { label: "Number", value: phone, action: <CopyButton text={phone.replace(/\D/g, "")} what="number" /> },
    { label: "Plan", value: `${networkName} ${size} ${volume}` },
    { label: "Type", value: typeName },
    { label: "Lasts", value: validity },
    { label: "Price", value: formatMoney(price) },
    ...(moneyBack ? [] : walletFacts(purchase)),
    { label: "Bought", value: exactTime(purchase.placedAt) },
    ...(settledAt ? [{ label: "Ended", value: exactTime(settledAt) }] : []),
    {
      label: "Through",
      value: <Through purchase={purchase} schedule={schedule} />,
    },
    { label: "Reference", value: ident, mono: true, action: <CopyButton text={ident} what="reference" /> },
    ...(own === null ? [] : [ownFact(own)]),
  ];
}

function Through({ purchase, schedule }: { purchase: PurchaseDetail; schedule: number | null }) {
  const { runId, channel } = purchase;
  if (runId === null && schedule === null) return CHANNEL[channel];
  return (
    <PageLink
      href={runId === null ? `/schedules/${schedule}` : `/bulk/${runId}`}
      className="text-accent underline underline-offset-4"
    >
      {runId === null ? "A schedule" : CHANNEL.bulk}
    </PageLink>
  );
}

function ownFact(ref: string): Fact {
  return {
    label: "Your reference",
    value: ref,
    mono: true,
    action: <CopyButton text={ref} what="your reference" />,
  };
}

function walletFacts({ walletBefore, walletAfter }: PurchaseDetail): Fact[] {
  return [
    { label: "Wallet before", value: formatMoney(walletBefore) },
    { label: "Wallet after", value: formatMoney(walletAfter) },
  ];
}
