import type { CustomerOrderView } from "#lib/shop/find-order";
import { buttonClass } from "../../../../../ui/button-class.ts";
import type { Page } from "../../../../_shop/document.tsx";
import { Frame, SmallHead } from "../../../../_shop/frame.tsx";

interface Props {
  order: CustomerOrderView;
  code: string;
  /** The provider as customers know it. */
  provider: string;
  /** Its page for this payment. */
  page: string;
}

/** Leads on to the provider's page at once, without script, and has a link where a browser does not follow. */
export function providerLink({ order: { shop, reference }, code, provider, page }: Props): Page {
  return {
    title: `Pay order ${reference} · ${shop.name}`,
    head: (
      <>
        <meta name="robots" content="noindex, nofollow" />
        <meta httpEquiv="refresh" content={`0; url=${new URL(page).href}`} />
      </>
    ),
    body: (
      <Frame hue={shop.hue}>
        <SmallHead shop={shop} />
        <h1 className="font-semibold text-2xl">Opening {provider}</h1>
        <p className="mt-2 text-muted">
          Nothing is paid yet. You pay order {reference} on {provider}’s page.
        </p>
        <div className="mt-6 flex flex-col gap-2">
          <a href={page} rel="noreferrer" className={buttonClass({ wide: true })}>
            Continue to {provider}
          </a>
          <a href={`/s/${shop.slug}/o/${code}`} className={buttonClass({ variant: "quiet", wide: true })}>
            Back to the order
          </a>
        </div>
      </Frame>
    ),
  };
}
