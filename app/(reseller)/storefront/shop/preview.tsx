import type { PaymentWay } from "#lib/shop/payment-way";
import { Accent } from "../../../s/_shop/accent.tsx";
import { ShopHead, ShopNote } from "../../../s/_shop/shop-head.tsx";
import { Money } from "../../../ui/money.tsx";

/** What the shop's form begins with. */
export interface ShopValues {
  name: string;
  slug: string;
  note: string;
  phone: string;
  whatsapp: string;
  hue: number;
  logo: string | null;
  payments: PaymentWay[];
  payWithin: number;
}

/** A plan of the preview, ready to be read. */
export interface Sample {
  key: number;
  name: string;
  validity: string;
  price: string;
}

/** What of the form the preview shows. */
export type Look = Pick<ShopValues, "name" | "note" | "phone" | "whatsapp" | "hue">;

/** The top of the shop as customers will see it, following what is typed. It is a picture: nothing in it acts. */
export function Preview({
  look,
  logo,
  samples,
}: {
  look: Look;
  logo: string | null;
  samples: readonly Sample[];
}) {
  const contact = (text: string) => (text.trim() ? { text, e164: text } : null);
  const shop = {
    ...look,
    logo,
    phone: contact(look.phone),
    whatsapp: contact(look.whatsapp),
    name: look.name.trim() || "Your shop",
  };
  return (
    <figure className="lg:sticky lg:top-8">
      <figcaption className="mb-2 text-muted text-sm">What customers see</figcaption>
      <div inert className="overflow-hidden rounded-lg border border-line bg-ground shadow-lift">
        <Accent
          hue={look.hue}
          className="flex flex-col gap-4 p-4 [&_header]:!flex-col [&_header]:!items-start"
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
        </Accent>
      </div>
    </figure>
  );
}
