import type { ReactNode } from "react";
import { env } from "#lib/core/env";
import type { PublicShopView } from "#lib/shop/shop-view";
import { AccentStyle, ShopLogo } from "./shop-head.tsx";

interface Props {
  shop: Pick<PublicShopView, "hue" | "name" | "slug" | "isReportable">;
  children: ReactNode;
  wide?: boolean;
  /** The URL that returns the current `data-tag`, while the state may change. */
  "data-state"?: string | undefined;
  "data-tag"?: string;
}

/** The frame of every shop page: its colour, one column, and a footer that names the portal. */
export function ShopFrame({ shop, children, wide, ...state }: Props) {
  return (
    <AccentStyle hue={shop.hue} className="flex min-h-dvh flex-col">
      <main
        {...state}
        className={`mx-auto w-full flex-1 px-4 pt-4 pb-10 md:pt-10 ${wide ? "max-w-3xl" : "max-w-lg"}`}
      >
        {children}
      </main>
      <footer className="px-4 py-6 text-center text-faint text-sm print:hidden">
        Sold by {shop.name}, on {env().PORTAL_NAME}.{" "}
        <a href="/privacy" className="underline underline-offset-4">
          Privacy
        </a>
        {shop.isReportable && (
          <>
            {", "}
            <a href={`/report?shop=${shop.slug}`} className="underline underline-offset-4">
              Report this shop
            </a>
          </>
        )}
      </footer>
    </AccentStyle>
  );
}

export function SmallShopHead({ shop }: { shop: Pick<PublicShopView, "slug" | "name" | "logo"> }) {
  return (
    <p className="mb-6 print:mb-4">
      <a
        href={`/s/${shop.slug}`}
        className="inline-flex min-h-11 items-center gap-3 rounded-md font-semibold"
      >
        <ShopLogo name={shop.name} src={shop.logo} />
        <span className="min-w-0 break-words">{shop.name}</span>
      </a>
    </p>
  );
}
