import type { ReactNode } from "react";
import type { OrderStep } from "#app/s/[slug]/o/[code]/order-text.ts";
import { Time } from "#app/ui/time";
import { Timeline } from "#app/ui/timeline";
import type { PublicShopView } from "#lib/shop/shop-view";
import type { ShopHtmlPage } from "./shop-document.tsx";
import { ShopFrame, SmallShopHead } from "./shop-frame.tsx";

interface Props {
  order: {
    shop: Pick<PublicShopView, "slug" | "name" | "logo" | "hue" | "isReportable">;
    reference: string;
    /** Whether nothing about it changes any more. */
    final: boolean;
    tag: string;
  };
  /** The page's own path; its `state` returns the current tag. */
  path: string;
  description: string;
  children: ReactNode;
}

/** A page that shows the state of an order, and updates itself while that may change. */
export function orderStatePage({ order, path, description, children }: Props): ShopHtmlPage {
  const { shop, reference, final, tag } = order;
  return {
    title: `Order ${reference} · ${shop.name}`,
    head: (
      <>
        <meta name="robots" content="noindex, nofollow" />
        <meta name="description" content={description} />
        {!final && (
          <noscript>
            <meta httpEquiv="refresh" content="15" />
          </noscript>
        )}
      </>
    ),
    active: true,
    body: (
      <ShopFrame shop={shop} data-state={final ? undefined : `${path}/state`} data-tag={tag}>
        <SmallShopHead shop={shop} />
        <div className="flex flex-col gap-6">{children}</div>
      </ShopFrame>
    ),
  };
}

/** The steps of an order so far, and its next step. */
export function OrderTimeline({ steps, next }: { steps: readonly OrderStep[]; next?: string | null }) {
  const entries = steps.map(({ text, at, tone }) => ({ key: text, text, when: <Time at={at} />, tone }));
  return (
    <section aria-label="Timeline">
      <Timeline entries={next ? [...entries, { key: "next", text: next, ahead: true }] : entries} />
    </section>
  );
}
