import type { ReactNode } from "react";
import { env } from "#lib/core/env";
import type { ShopFace } from "#lib/shop/shop-view";
import { Accent } from "./accent.tsx";
import { Logo } from "./logo.tsx";

interface Props {
  hue: number;
  children: ReactNode;
  wide?: boolean;
  /** Where its `data-tag` is read, while something may change. */
  "data-state"?: string | undefined;
  "data-tag"?: string;
}

/** Around every page of a shop: its colour, one column, and who stands behind it. */
export function Frame({ hue, children, wide, ...state }: Props) {
  return (
    <Accent hue={hue} className="flex min-h-dvh flex-col">
      <main
        {...state}
        className={`mx-auto w-full flex-1 px-4 pt-4 pb-10 md:pt-10 ${wide ? "max-w-3xl" : "max-w-lg"}`}
      >
        {children}
      </main>
      <footer className="px-4 py-6 text-center text-faint text-sm print:hidden">
        An independent shop, run with {env().PORTAL_NAME}
      </footer>
    </Accent>
  );
}

/** The shop's name above a page of one thing, and the way back to it. */
export function SmallHead({ shop }: { shop: ShopFace }) {
  return (
    <p className="mb-6 print:mb-4">
      <a
        href={`/s/${shop.slug}`}
        className="inline-flex min-h-11 items-center gap-3 rounded-md font-semibold"
      >
        <Logo name={shop.name} src={shop.logo} />
        <span className="min-w-0 break-words">{shop.name}</span>
      </a>
    </p>
  );
}
