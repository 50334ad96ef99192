import type { ObstacleCode } from "#lib/purchase/place/refusal";

/** What has been chosen so far, as it stands in the form: ids as text, the number as typed. */
export interface Pick {
  network: string;
  type: string;
  plan: string;
  phone: string;
}

/** What stands in the way of a purchase, in words. */
export interface ObstacleProps {
  code: ObstacleCode;
  title: string;
  text: string;
  /** Where to add what is missing, or to see the purchase that this would repeat. */
  href: string | null;
}

/** A purchase to look at before it is made, with money as text. */
export interface ReviewProps {
  network: string;
  plan: string;
  phone: string;
  price: string;
  /** In minor units: goes back with the confirmation, so that no other price is paid. */
  priceMinor: string;
  changedFrom: string | null;
  wallet: string;
  walletAfter: string;
  obstacle: ObstacleProps | null;
  /** "about 2 minutes": until it is sent, when that is more than a moment. */
  wait: string | null;
  /** The buyer said that a second one is meant. */
  again: boolean;
}

/** Where the buyer stands: choosing, or looking at the review. */
export interface Step {
  /** The purchase's idempotency reference: the same until it is bought. */
  ref: string;
  pick: Pick;
  errors: Partial<Record<keyof Pick, string>>;
  /** Something to know above the form. */
  notice: string | null;
  review: ReviewProps | null;
}
