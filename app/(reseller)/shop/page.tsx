import { getPageFrame } from "#app/(reseller)/page-frame.ts";
import { LossBanner } from "#app/(reseller)/prices/loss-banner";
import { Banner } from "#app/ui/banner";
import { Store } from "#app/ui/icon/icons.ts";
import { buildHref, type Query } from "#app/ui/list/build-href.ts";
import { PageHeader } from "#app/ui/page/page-header";
import { BannerLink, PageLink } from "#app/ui/page/page-link";
import { isPinRequired } from "#lib/account/pin/require-pin";
import { formatPlanName } from "#lib/catalogue/plan-label";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";
import { getExamplePhone } from "#lib/core/text/phone";
import { getBalance } from "#lib/ledger/wallet";
import { listUnmatchedPayments } from "#lib/payment/suspense/unmatched-payments";
import { getPriceList } from "#lib/price-list/get-price-list";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import type { PurchaseDetail } from "#lib/purchase/read/purchase-view";
import { requireResellerPage } from "#lib/request/actor";
import { type OrderView, orderList } from "#lib/shop/order/list-orders";
import { findOwnShop } from "#lib/shop/shop-view";
import { HelperOrders } from "./helper-orders.tsx";
import { OpenShopForm } from "./open-shop-form.tsx";
import { OrderInbox } from "./order-inbox.tsx";
import { parseOrderSelection } from "./order-selection.ts";
import { ShopPageHeader, ShopStateBanner } from "./shop-page.tsx";

export const metadata = { title: "My shop" };

export default async function OrdersPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx, session } = await requireResellerPage("refund");
  const query = await searchParams;
  if (ctx.actor.kind === "helper") return <HelperOrders ctx={ctx} query={query} />;
  const shop = await findOwnShop(ctx);
  if (!shop)
    return <OpenShopSection name={session.name} hasPrices={(await getPriceList(ctx)).list !== null} />;
  const [page, sent, { ordersToDo }, { plans }, unmatched, { wallet }, asksPin] = await Promise.all([
    orderList.page(ctx, query),
    orderList.page(ctx, { paid: "sent" }),
    getPageFrame(ctx),
    getPriceList(ctx),
    listUnmatchedPayments(ctx),
    getBalance(ctx),
    isPinRequired(ctx),
  ]);
  return (
    <>
      <ShopPageHeader slug={shop.slug} here="/shop" />
      <ShopStateBanner state={shop.state} closedByAdmin={shop.closedByAdmin} />
      <LossBanner plans={plans} action={<BannerLink href="/prices">Review prices</BannerLink>} />
      {unmatched.length > 0 && (
        <Banner
          className="mb-4"
          kind="warn"
          title="Unmatched payments in your account"
          action={<BannerLink href="/shop/details#online">Review payments</BannerLink>}
        >
          Refund them, or resolve them with the customer.
        </Banner>
      )}
      <DeliveredBanner ctx={ctx} ident={query.sent} />
      <OrderInbox
        page={page.narrowed ? page : { ...page, rows: putFirst(sent.rows, page.rows) }}
        show={page.filter.show ?? "todo"}
        paid={page.filter.paid}
        q={page.filter.q}
        toDo={ordersToDo.count}
        shop={shop}
        here={buildHref("", query, { sent: null }).slice(1)}
        buyer={{ wallet, asksPin }}
        listKey={buildHref("", query, {})}
        select={parseOrderSelection(query.select)}
      />
    </>
  );
}

/** The orders that customers say they've paid stand above the others: each has a customer waiting. */
const putFirst = (sent: readonly OrderView[], rows: readonly OrderView[]): OrderView[] => [
  ...sent,
  ...rows.filter(({ id }) => !sent.some((order) => order.id === id)),
];

function OpenShopSection({ name, hasPrices }: { name: string; hasPrices: boolean }) {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 40);
  return (
    <>
      <PageHeader title="My shop" lead="Open your own shop for customers, with your prices." />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,28rem)_1fr]">
        <OpenShopForm
          name={name}
          slug={slug}
          host={new URL(env().NEXTAUTH_URL).host}
          example={getExamplePhone()}
          hasPrices={hasPrices}
        />
        <div className="rounded-lg bg-sunken p-5 text-muted lg:p-6">
          <Store className="size-6 text-accent" />
          <ul className="mt-3 flex list-disc flex-col gap-2 pl-5">
            <li>Customers order from their phone, without an account.</li>
            <li>They pay you by transfer or cash. You deliver the data in two taps.</li>
            <li>Each order has a page that shows when it’s paid and when it’s delivered.</li>
          </ul>
        </div>
      </div>
    </>
  );
}

/** The state of the order just delivered, whose card may have left the list; none for another account's. */
async function DeliveredBanner({ ctx, ident }: { ctx: Ctx; ident: string | string[] | undefined }) {
  if (typeof ident !== "string" || !/^DT[0-9A-Z]{1,40}$/.test(ident)) return null;
  const purchase = await getPurchase(ctx, { ident }).catch((error) => {
    if (error instanceof PortalError && error.code === "not_found") return null;
    throw error;
  });
  if (!purchase) return null;
  const { kind, text } = STATE_BANNERS[purchase.state];
  const isCancelled = purchase.state === "failed" && purchase.cancelled;
  return (
    <Banner
      className="mb-4"
      kind={kind}
      title={`${isCancelled ? "Cancelled, refunded:" : text} ${purchase.phone}`}
      action={
        <PageLink
          href={`/purchases/${ident}`}
          className="inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4"
        >
          View purchase
        </PageLink>
      }
    >
      {formatPlanName(purchase)}
    </Banner>
  );
}

const STATE_BANNERS = {
  queued: { kind: "info", text: "Processing for" },
  sending: { kind: "info", text: "Processing for" },
  successful: { kind: "good", text: "Delivered to" },
  unconfirmed: { kind: "warn", text: "Unconfirmed for" },
  failed: { kind: "error", text: "Failed, refunded:" },
  reversed: { kind: "error", text: "Reversed:" },
} as const satisfies Record<PurchaseDetail["state"], object>;
