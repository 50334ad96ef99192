/** What has been chosen so far, as it stands in the form: ids as text, the number as typed. */
export interface Pick {
  network: string;
  type: string;
  plan: string;
  phone: string;
}

/** What stands in the way of a purchase, with money as text; `fund` is where to add what is missing. */
export type ObstacleProps =
  | { code: "insufficient_funds" | "negative_wallet"; missing: string; fund: string }
  | { code: "daily_limit"; limit: string; spent: string }
  | { code: "duplicate"; ident: string }
  | { code: "line_too_long"; wait: string }
  | { code: "too_many_waiting"; waiting: number }
  | { code: "restricted" | "service_unavailable" };

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
