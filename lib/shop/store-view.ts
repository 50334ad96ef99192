import type { stores } from "#db/schema/store";
import { groupedPhone } from "#lib/core/phone";
import { type PaymentWay, PaymentWays } from "./payment-way.ts";

/** How a shop is reached. */
export interface ContactView {
  /** Grouped for reading. */
  text: string;
  e164: string;
}

/** What everyone may see of a shop. */
export interface StoreFace {
  slug: string;
  name: string;
  note: string;
  phone: ContactView | null;
  whatsapp: ContactView | null;
  hue: number;
  /** The address of its logo, or null. */
  logo: string | null;
}

/** A shop as its owner sees it. */
export interface StoreView extends StoreFace {
  id: number;
  state: "open" | "paused" | "closed";
  /** An admin closed it: its owner cannot open it again. */
  closedByAdmin: boolean;
  payments: PaymentWay[];
  /** Minutes that an order waits for its payment. */
  payWithin: number;
  /** Minor units that prices by rule are rounded up to a multiple of. */
  rounding: bigint;
}

type StoreRow = typeof stores.$inferSelect;

export function faceOf(row: StoreRow): StoreFace {
  const { slug, name, note, hue, logo } = row;
  return {
    ...{ slug, name, note, hue },
    phone: contact(row.phone),
    whatsapp: contact(row.whatsapp),
    logo: logo && `/s/${slug}/picture/${logo}`,
  };
}

export function storeView(row: StoreRow): StoreView {
  const { id, state, closedBy, payWithin, rounding } = row;
  return {
    ...faceOf(row),
    ...{ id, state, payWithin, rounding },
    closedByAdmin: closedBy === "admin",
    payments: PaymentWays.parse(row.payments),
  };
}

function contact(e164: string | null): ContactView | null {
  return e164 === null ? null : { text: groupedPhone(e164), e164 };
}
