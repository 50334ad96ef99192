import { Printer, RotateCcw } from "lucide-react";
import type { Metadata } from "next";
import { formatMoney } from "#lib/core/money";
import { requireResellerPage } from "#lib/web/actor";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { Live } from "../../../ui/live.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PurchaseTimeline } from "../../../ui/purchase-timeline.tsx";
import { Cancel } from "./cancel.tsx";
import { find } from "./find.ts";
import { PurchaseFacts } from "./purchase-facts.tsx";
import { StateHero } from "./state-hero.tsx";
import { storyOf } from "./story.tsx";

export const metadata: Metadata = { title: "Purchase" };

interface Props {
  params: Promise<{ ident: string }>;
  /** `bought=before`: whoever comes pressed "Buy" at another price, and it was bought already. */
  searchParams: Promise<{ bought?: string | string[] }>;
}

/** One purchase: how it stands, what is known and what is not, what is next; true without reloading. */
export default async function PurchasePage({ params, searchParams }: Props) {
  const { ctx } = await requireResellerPage();
  const purchase = await find(ctx, (await params).ident);
  const { bought } = await searchParams;
  const { say, next } = storyOf(purchase);
  return (
    <>
      <Live />
      <PageHeader
        title={`${purchase.networkName} ${purchase.size} ${purchase.volume}`}
        lead={`for ${purchase.phone}`}
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
              <RotateCcw aria-hidden />
              Buy again
            </ButtonLink>
          )}
          <ButtonLink href={`/purchases/${purchase.ident}/receipt`} variant="secondary">
            <Printer aria-hidden />
            Receipt
          </ButtonLink>
        </StateHero>
        <Card title="What happened" className="lg:row-span-2">
          <PurchaseTimeline
            steps={purchase.timeline}
            state={purchase.state}
            cancelled={purchase.cancelled}
            next={next}
          />
        </Card>
        <PurchaseFacts purchase={purchase} />
      </div>
    </>
  );
}
