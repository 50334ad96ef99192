import type { HumanCheck } from "#lib/shop/order-limits";

/** What the order form shows after it was sent. */
export type Step =
  | { step: "number"; typed: Typed; lookAgain: boolean }
  | {
      step: "review";
      typed: Typed;
      review: ReviewText;
      price: string;
      notice: string | null;
      /** A question that has to be answered before the order is taken. */
      check: HumanCheck | null;
      seeOrder: string | null;
    };

/** What the customer typed, kept from step to step. */
export interface Typed {
  mobile_number: string;
  name: string;
  email: string;
}

/** What is looked at before ordering, ready to be read. */
export interface ReviewText {
  networkName: string;
  plan: string;
  typeName: string;
  phone: string;
  price: string;
}
