import type { ShopHtmlPage } from "#app/s/_shop/shop-document";
import { ShopFrame, SmallShopHead } from "#app/s/_shop/shop-frame";
import { buttonClass } from "#app/ui/button-class.ts";
import type { CustomerOrderView } from "#lib/shop/order/find-order";

interface Props {
  order: CustomerOrderView;
  code: string;
  /** The provider as customers know it. */
  provider: string;
  /** Its page for this payment. */
  page: string;
}

/** Leads on to the provider's page at once, without script, and has a link where a browser doesn't follow. */
export function providerLinkPage({ order: { shop, reference }, code, provider, page }: Props): ShopHtmlPage {
  return {
    title: `Pay order ${reference} · ${shop.name}`,
    head: (
      <>
        <meta name="robots" content="noindex, nofollow" />
        <meta httpEquiv="refresh" content={`0; url=${new URL(page).href}`} />
      </>
    ),
    body: (
      <ShopFrame shop={shop}>
        <SmallShopHead shop={shop} />
        <h1 className="font-semibold text-2xl">Opening {provider}</h1>
        <p className="mt-2 text-muted">
          You haven’t paid yet. Pay order {reference} on {provider}’s page.
        </p>
        <div className="mt-6 flex flex-col gap-2">
          <a href={page} rel="noreferrer" className={buttonClass({ wide: true })}>
            Continue to {provider}
          </a>
          <a href={`/s/${shop.slug}/o/${code}`} className={buttonClass({ variant: "quiet", wide: true })}>
            Back to the order
          </a>
        </div>
      </ShopFrame>
    ),
  };
}
