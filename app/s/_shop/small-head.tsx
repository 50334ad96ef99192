import type { ShopFace } from "#lib/shop/shop-view";
import { Logo } from "./logo.tsx";

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
