import type { PaymentWay } from "#lib/shop/payment-way";

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
