import type { PublicShopView } from "#lib/shop/shop-view";
import { ShopContactLinks } from "./shop-contact-links.tsx";
import { ShopLogo } from "./shop-logo.tsx";

/** The shop's name, logo and contact links. */
export function ShopHead({ shop, level = 1 }: { shop: Omit<PublicShopView, "slug" | "hue">; level?: 1 | 2 }) {
  const Name = level === 1 ? "h1" : "h2";
  return (
    <header className="flex flex-col gap-4 md:flex-row md:items-center md:justify-between">
      <div className="flex min-w-0 items-center gap-4">
        <ShopLogo name={shop.name} src={shop.logo} size="lg" />
        <div className="min-w-0">
          <Name className="break-words font-semibold text-xl">{shop.name}</Name>
          <p className="text-muted">Mobile data for any number, no account needed</p>
        </div>
      </div>
      <ShopContactLinks shop={shop} />
    </header>
  );
}

/** The shop's note to customers. */
export function ShopNote({ note }: { note: string }) {
  if (!note) return null;
  return <p className="whitespace-pre-line rounded-md bg-accent-soft px-4 py-3">{note}</p>;
}
