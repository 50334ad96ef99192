import { randomUUID } from "node:crypto";
import { ShoppingBasket } from "lucide-react";
import type { Metadata } from "next";
import { formatMoney } from "#lib/core/money";
import { examplePhone } from "#lib/core/phone";
import { buttonClass } from "../../../ui/button-class.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Money } from "../../../ui/money.tsx";
import { NetworkTile } from "../../../ui/network-tile.tsx";
import { findShop } from "../../_shop/find-shop.ts";
import { Frame, SmallHead } from "../../_shop/frame.tsx";
import { planLine } from "../../_shop/order-words.ts";
import { OrderSteps } from "./order-steps.tsx";

interface Props {
  params: Promise<{ slug: string }>;
  searchParams: Promise<{ plan?: string | string[] }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await findShop((await params).slug);
  return { title: { absolute: `Order · ${name}` }, robots: { index: false } };
}

/** Ordering one plan: the number, a last look, done. */
export default async function OrderPage({ params, searchParams }: Props) {
  const shop = await findShop((await params).slug);
  const { plan } = await searchParams;
  const offer = shop.offers.find((one) => String(one.planId) === plan);
  return (
    <Frame hue={shop.hue}>
      <SmallHead shop={shop} />
      {!offer || shop.paused ? (
        <Gone slug={shop.slug} why={shop.paused} />
      ) : (
        <>
          <div className="mb-6 flex items-center gap-3">
            <NetworkTile name={offer.networkName} />
            <div className="min-w-0 flex-1">
              <h1 className="font-semibold text-lg leading-tight">
                {offer.networkName} {planLine(offer)}
              </h1>
              <p className="text-muted text-sm">{offer.typeName}</p>
            </div>
            <Money text={formatMoney(offer.price)} size="xl" />
          </div>
          <OrderSteps
            slug={shop.slug}
            planId={offer.planId}
            price={String(offer.price)}
            formRef={randomUUID()}
            networkName={offer.networkName}
            example={examplePhone()}
          />
        </>
      )}
    </Frame>
  );
}

/** The plan cannot be ordered now, or the whole shop takes no orders. */
function Gone({ slug, why }: { slug: string; why: string | null }) {
  return (
    <EmptyState
      icon={ShoppingBasket}
      title={why ? "No orders right now" : "This plan is not sold any more"}
      action={
        <a href={`/s/${slug}`} className={buttonClass({})}>
          See what there is
        </a>
      }
    >
      {why ?? "The network or the shop has taken it back. Choose another one."}
    </EmptyState>
  );
}
