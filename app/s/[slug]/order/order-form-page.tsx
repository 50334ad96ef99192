import { formatPlanLine } from "#app/s/_shop/order-labels.ts";
import type { ShopHtmlPage } from "#app/s/_shop/shop-document";
import { ShopFrame, SmallShopHead } from "#app/s/_shop/shop-frame";
import { buttonClass } from "#app/ui/button-class.ts";
import { ShoppingBasket } from "#app/ui/icon/icons.ts";
import { EmptyState } from "#app/ui/list/empty-state";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import { formatMoney } from "#lib/core/money/money";
import type { ShopView } from "#lib/shop/get-shop";
import type { OfferView } from "#lib/shop/list-offers";
import type { OrderFormStep } from "./handle-order-form.ts";
import { NumberStep, OrderReviewStep } from "./order-steps.tsx";

interface Props {
  shop: ShopView;
  /** The plan, if it is sold. */
  offer: OfferView | undefined;
  /** Made with the form: the same form sent twice is one order. */
  formRef: string;
  step: Exclude<OrderFormStep, { step: "placed" }>;
}

/** Ordering one plan: the number, a last look, done. */
export function orderFormPage({ shop, offer, formRef, step }: Props): ShopHtmlPage {
  return {
    title: `Order · ${shop.name}`,
    active: true,
    body: (
      <ShopFrame shop={shop}>
        <SmallShopHead shop={shop} />
        {!offer || shop.paused ? (
          <OfferUnavailable slug={shop.slug} reason={shop.paused} />
        ) : (
          <>
            {step.step === "review" ? (
              <h1 className="mb-4 font-semibold text-xl">Check your order</h1>
            ) : (
              <SelectedOffer offer={offer} />
            )}
            <form method="post" noValidate className="flex flex-col gap-5">
              <input type="hidden" name="ref" value={formRef} />
              <input type="hidden" name="plan" value={offer.planId} />
              <input
                type="hidden"
                name="price"
                value={step.step === "review" ? step.price : String(offer.price)}
              />
              {step.step === "review" ? (
                <OrderReviewStep step={step} />
              ) : (
                <NumberStep offer={offer} shop={shop} step={step} />
              )}
            </form>
          </>
        )}
      </ShopFrame>
    ),
  };
}

function SelectedOffer({ offer }: { offer: OfferView }) {
  return (
    <div className="mb-6 flex items-center gap-3">
      <NetworkTile name={offer.networkName} />
      <div className="min-w-0 flex-1">
        <h1 className="font-semibold text-lg leading-tight">
          {offer.networkName} {formatPlanLine(offer)}
        </h1>
        <p className="text-muted text-sm">{offer.typeName}</p>
      </div>
      <Money text={formatMoney(offer.price)} size="xl" />
    </div>
  );
}

/** The plan cannot be ordered now, or the whole shop takes no orders. */
function OfferUnavailable({ slug, reason }: { slug: string; reason: string | null }) {
  return (
    <EmptyState
      icon={ShoppingBasket}
      title={reason ? "No orders right now" : "Plan no longer for sale"}
      action={
        <a href={`/s/${slug}`} className={buttonClass({})}>
          View plans
        </a>
      }
    >
      {reason ?? "Choose another plan."}
    </EmptyState>
  );
}
