import { BuyTabs, OffBanner, PausedBanner } from "#app/(reseller)/buy/buy-parts";
import { getPageFrame } from "#app/(reseller)/page-frame.ts";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import type { Query } from "#app/ui/list/build-href.ts";
import { HelpPopover } from "#app/ui/page/help-popover";
import { PageHeader } from "#app/ui/page/page-header";
import { PageLink } from "#app/ui/page/page-link";
import { ListPlansInput } from "#lib/catalogue/list-plans";
import { requireReseller } from "#lib/core/context";
import { formatTime } from "#lib/core/time/time";
import { listOwnPausedTypes } from "#lib/outage/list-paused-types";
import { getPriceList, type PriceListView } from "#lib/price-list/get-price-list";
import { requireResellerPage } from "#lib/request/actor";
import { GainForm } from "./gain.tsx";
import { LossBanner } from "./loss-banner.tsx";
import { PriceListBody, PriceListSettings } from "./price-list-body.tsx";

export const metadata = { title: "Prices" };

/** The prices of all plans, for the reseller and for their customers. Its filters are in the query. */
export default async function PricesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const query = await searchParams;
  const input = ListPlansInput.parse(query);
  const [view, paused, { parent }] = await Promise.all([
    getPriceList(ctx, input),
    listOwnPausedTypes(ctx),
    getPageFrame(ctx),
  ]);
  const { agent } = requireReseller(ctx);
  return (
    <>
      <PageHeader
        title="Prices"
        lead={formatLead(view, agent ? parent : null)}
        tabs={<BuyTabs ctx={ctx} current="/prices" />}
      />
      {query.left === "yes" && parent === null && (
        <Banner className="mb-4" kind="good" title="You left">
          These are your own level’s prices. Your wallet, customers, shop and history are as before.
        </Banner>
      )}
      <OffBanner off={view.off} />
      <PausedBanner paused={paused} />
      {view.staleSince && <StaleCatalogueNote since={view.syncedAt ?? view.staleSince} />}
      <PriceListSettings audience="customers" query={query} view={view} />
      {!view.list && (
        <Card title="Choose your gain" className="mb-5">
          <p className="mb-4 text-muted text-sm">
            Your customers’ prices then fill in when you buy, in batches, in your shop and in price images.
            You can set each price later.
          </p>
          <GainForm audience="customers" />
        </Card>
      )}
      <LossBanner plans={view.all} />
      <PriceListBody audience="customers" query={query} input={input} view={view} />
      <footer className="mt-4 flex flex-wrap gap-x-5">
        <HelpPopover about="gain" />
        <HelpPopover about="price" />
        <PageLink href="/prices/images" className={LINK_CLASS}>
          Price images
        </PageLink>
        <PageLink href="/status" className={LINK_CLASS}>
          Network status
        </PageLink>
      </footer>
    </>
  );
}

/** `parent`: the name of the reseller who sets the reader’s own prices. */
function formatLead({ plans, fresh, list }: PriceListView, parent: string | null): string {
  const count = plans.length === 1 ? "1 plan" : `${plans.length} plans`;
  return `${count}${list ? "" : " at your price"}.${parent ? ` You buy at the prices of ${parent}.` : ""}${fresh && plans.length > 0 ? " Tap one to buy it." : ""}`;
}

const LINK_CLASS = "inline-flex min-h-11 items-center font-medium text-accent text-sm";

function StaleCatalogueNote({ since }: { since: Date }) {
  return (
    <Banner className="mb-4" kind="warn" title={`These prices are from ${formatTime(since)}`}>
      We can’t get newer prices right now, so buying is paused and nothing is charged. Buying starts again
      automatically when new prices arrive.
    </Banner>
  );
}
