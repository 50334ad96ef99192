import type { ShopFace } from "#lib/shop/shop-view";
import { Contact } from "./contact.tsx";
import { Logo } from "./logo.tsx";

/** Who sells here: the first thing a customer sees. */
export function ShopHead({ shop, level = 1 }: { shop: Omit<ShopFace, "slug" | "hue">; level?: 1 | 2 }) {
  const Name = level === 1 ? "h1" : "h2";
  return (
    <header className="flex flex-col gap-4 md:flex-row md:items-center md:justify-between">
      <div className="flex min-w-0 items-center gap-4">
        <Logo name={shop.name} src={shop.logo} size="lg" />
        <div className="min-w-0">
          <Name className="break-words font-semibold text-xl">{shop.name}</Name>
          <p className="text-muted">Mobile data for any number, no account needed</p>
        </div>
      </div>
      <Contact shop={shop} />
    </header>
  );
}

/** The shop's own words. */
export function ShopNote({ note }: { note: string }) {
  if (!note) return null;
  return <p className="whitespace-pre-line rounded-md bg-accent-soft px-4 py-3">{note}</p>;
}
