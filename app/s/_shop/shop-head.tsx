import type { StoreFace } from "#lib/store/store-view";
import { Contact } from "./contact.tsx";
import { Logo } from "./logo.tsx";

/** Who sells here: the first thing a customer sees. */
export function ShopHead({ shop }: { shop: Omit<StoreFace, "slug" | "hue"> }) {
  return (
    <header className="flex flex-col gap-4 md:flex-row md:items-center md:justify-between">
      <div className="flex min-w-0 items-center gap-4">
        <Logo name={shop.name} src={shop.logo} size="lg" />
        <div className="min-w-0">
          <h1 className="break-words font-semibold text-xl">{shop.name}</h1>
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
