import { ShoppingBasket } from "lucide-react";
import { formatMoney } from "#lib/core/money";
import type { ShopView } from "#lib/shop/get-shop";
import type { OfferView } from "#lib/shop/offers";
import { buttonClass } from "../../../ui/button-class.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Money } from "../../../ui/money.tsx";
import { NetworkTile } from "../../../ui/network-tile.tsx";
import { plainIcon } from "../../../ui/plain-icon.tsx";
import type { Page } from "../../_shop/document.tsx";
import { Frame, SmallHead } from "../../_shop/frame.tsx";
import { planLine } from "../../_shop/order-words.ts";
import { NumberStep } from "./number-step.tsx";
import { ReviewStep } from "./review-step.tsx";
import type { Step } from "./take-order.ts";

const Basket = plainIcon(ShoppingBasket);

interface Props {
  shop: ShopView;
  /** The plan, if it is sold. */
  offer: OfferView | undefined;
  /** Made with the form: the same form sent twice is one order. */
  formRef: string;
  step: Exclude<Step, { step: "placed" }>;
}

/** Ordering one plan: the number, a last look, done. */
export function orderForm({ shop, offer, formRef, step }: Props): Page {
  return {
    title: `Order · ${shop.name}`,
    active: true,
    body: (
      <Frame hue={shop.hue}>
        <SmallHead shop={shop} />
        {!offer || shop.paused ? (
          <Gone slug={shop.slug} why={shop.paused} />
        ) : (
          <>
            <Chosen offer={offer} />
            <form method="post" noValidate className="flex flex-col gap-5">
              <input type="hidden" name="ref" value={formRef} />
              <input type="hidden" name="plan" value={offer.planId} />
              <input
                type="hidden"
                name="price"
                value={step.step === "review" ? step.price : String(offer.price)}
              />
              {step.step === "review" ? <ReviewStep step={step} /> : <NumberStep offer={offer} step={step} />}
            </form>
          </>
        )}
      </Frame>
    ),
  };
}

function Chosen({ offer }: { offer: OfferView }) {
  return (
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
  );
}

/** The plan cannot be ordered now, or the whole shop takes no orders. */
function Gone({ slug, why }: { slug: string; why: string | null }) {
  return (
    <EmptyState
      icon={Basket}
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
