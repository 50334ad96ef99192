import { AccentStyle, ShopHead, ShopNote } from "#app/s/_shop/shop-head";
import { Money } from "#app/ui/money";
import type { OwnShopView } from "#lib/shop/shop-view";

type SavedValues = "name" | "slug" | "note" | "hue" | "logo";
export type ShopFormValues = Pick<OwnShopView, SavedValues> & { phone: string; whatsapp: string };

export interface SampleOffer {
  key: number;
  name: string;
  validity: string;
  price: string;
}

export type PreviewValues = Pick<ShopFormValues, "name" | "note" | "phone" | "whatsapp" | "hue">;

interface Props {
  look: PreviewValues;
  logo: string | null;
  samples: readonly SampleOffer[];
}

/** Previews the top of the shop while the reseller edits it. Its links and buttons are inert. */
export function ShopPreview({ look, logo, samples }: Props) {
  const contact = (text: string) => (text.trim() ? { text, e164: text } : null);
  const shop = {
    ...look,
    logo,
    phone: contact(look.phone),
    whatsapp: contact(look.whatsapp),
    name: look.name.trim() || "Your shop",
  };
  return (
    <figure className="lg:sticky lg:top-8 lg:col-start-2! lg:row-span-4 lg:row-start-1">
      <figcaption className="mb-2 text-muted text-sm">Preview for customers</figcaption>
      <div inert className="overflow-hidden rounded-lg border border-line bg-ground shadow-lift">
        <AccentStyle
          hue={look.hue}
          className="flex flex-col gap-4 p-4 [&_header>div]:block! [&_header>div>:nth-child(2)]:mt-2"
        >
          <ShopHead shop={shop} level={2} />
          <ShopNote note={look.note} />
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {samples.map(({ key, name, validity, price }) => (
              <li key={key} className="flex min-h-14 items-center justify-between gap-3 px-4 py-2">
                <span>
                  <span className="block font-semibold leading-tight">{name}</span>
                  <span className="text-muted text-sm">{validity}</span>
                </span>
                <Money text={price} size="lg" className="text-accent" />
              </li>
            ))}
          </ul>
        </AccentStyle>
      </div>
    </figure>
  );
}
