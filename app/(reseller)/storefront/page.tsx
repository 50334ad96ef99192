import { Store } from "lucide-react";
import type { Metadata } from "next";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";
import { examplePhone } from "#lib/core/phone";
import { oddMoney } from "#lib/payment/odd-money";
import { get } from "#lib/purchase/read/get";
import type { PurchaseDetail } from "#lib/purchase/read/view";
import { countToDo, orderList } from "#lib/shop/list-orders";
import { priceList } from "#lib/shop/price-list";
import { findOwnShop } from "#lib/shop/shop-view";
import { requireResellerPage } from "#lib/web/actor";
import { address, type Query } from "../../ui/address.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { PlainIcon } from "../../ui/plain-icon.tsx";
import { Inbox } from "./inbox.tsx";
import { LossNotice } from "./loss-notice.tsx";
import { OpenForm } from "./open-form.tsx";
import { selectOf } from "./several.ts";
import { ShopHeader, StateNotice } from "./shop-page.tsx";

export const metadata: Metadata = { title: "Storefront" };

interface Props {
  searchParams: Promise<Query>;
}

/** The shop's orders as they come in; before there is a shop, the way to one. */
export default async function OrdersPage({ searchParams }: Props) {
  const { ctx, session } = await requireResellerPage();
  const shop = await findOwnShop(ctx);
  if (!shop) return <Opening name={session.name} />;
  const query = await searchParams;
  const [page, toDo, { plans }, odd] = await Promise.all([
    orderList.page(ctx, query),
    countToDo(ctx),
    priceList(ctx),
    oddMoney(ctx),
  ]);
  return (
    <>
      <ShopHeader slug={shop.slug} here="/storefront" />
      <StateNotice state={shop.state} closedByAdmin={shop.closedByAdmin} />
      <LossNotice plans={plans} action={<PricesLink />} />
      {odd.length > 0 && (
        <div className="mb-4">
          <Notice
            kind="warn"
            title="Money came to your own account that no order asked for like this"
            action={
              <PageLink
                href="/storefront/online"
                className="font-semibold text-accent underline underline-offset-4"
              >
                Look at it
              </PageLink>
            }
          >
            Send it back, or settle it with the customer.
          </Notice>
        </div>
      )}
      <Sent ctx={ctx} ident={query.sent} />
      <Inbox
        page={page}
        show={page.filter.show ?? "todo"}
        paid={page.filter.paid}
        q={page.filter.q}
        toDo={toDo}
        slug={shop.slug}
        here={address("", query, { sent: null }).slice(1)}
        select={selectOf(query.select)}
      />
    </>
  );
}

function PricesLink() {
  return (
    <PageLink href="/storefront/prices" className="font-semibold text-accent underline underline-offset-4">
      Look at the prices
    </PageLink>
  );
}

function Opening({ name }: { name: string }) {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 40);
  return (
    <>
      <PageHeader title="Storefront" lead="Your own shop for customers, with your prices." />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,28rem)_1fr]">
        <OpenForm name={name} slug={slug} host={new URL(env().NEXTAUTH_URL).host} example={examplePhone()} />
        <div className="rounded-lg bg-sunken p-5 text-muted lg:p-6">
          <PlainIcon icon={Store} className="size-6 text-accent" />
          <ul className="mt-3 flex list-disc flex-col gap-2 pl-5">
            <li>Customers order from their phone, without an account.</li>
            <li>They pay you, by transfer or cash. You tap once, and the data is on its way.</li>
            <li>Each order has a page that shows them when it is paid and when it is delivered.</li>
          </ul>
        </div>
      </div>
    </>
  );
}

/** What became of the order that was just tapped: its card may have left the list. Nothing for an ident that is not theirs. */
async function Sent({ ctx, ident }: { ctx: Ctx; ident: string | string[] | undefined }) {
  if (typeof ident !== "string" || !/^DT[0-9A-Z]{1,40}$/.test(ident)) return null;
  const purchase = await get(ctx, { ident }).catch((error) => {
    if (error instanceof PortalError && error.code === "not_found") return null;
    throw error;
  });
  if (!purchase) return null;
  return (
    <div className="mb-4">
      <Notice
        kind={KIND[purchase.state]}
        title={`${wordsOf(purchase)} ${purchase.phone}`}
        action={
          <PageLink
            href={`/purchases/${ident}`}
            className="inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4"
          >
            See it
          </PageLink>
        }
      >
        {purchase.networkName} {purchase.size} {purchase.volume}
      </Notice>
    </div>
  );
}

const KIND = {
  queued: "info",
  sending: "info",
  successful: "good",
  unconfirmed: "warn",
  failed: "error",
  reversed: "error",
} as const satisfies Record<PurchaseDetail["state"], string>;

function wordsOf({ state, cancelled }: PurchaseDetail): string {
  switch (state) {
    case "queued":
    case "sending":
      return "On its way to";
    case "successful":
      return "Delivered to";
    case "unconfirmed":
      return "Not confirmed yet:";
    case "failed":
      return cancelled ? "Never sent to" : "Not delivered to";
    case "reversed":
      return "Taken back by the network:";
  }
}
