import { z } from "zod";
import type { PlanOffer } from "#lib/catalogue/plan-offer";
import type { Buyer } from "#lib/core/context";
import { invalidError } from "#lib/core/error";
import type { Minor } from "#lib/core/money/money";
import { describeInvalidNumber, parsePhone } from "#lib/core/text/phone";
import type { Namespace, PurchaseChannel } from "#lib/purchase/read/purchase-view";
import { SellingPrice } from "#lib/purchase/selling-price";

/**
 * A reference that a buyer may choose: 1 to 64 of `A-Z a-z 0-9 . _ -` (interface: Purchase), but neither `.`
 * nor `..`: clients and proxies drop these from a path, and each retry would be a new purchase. Written
 * without a lookahead, which many readers of OpenAPI do not know.
 */
export const REF_PATTERN =
  /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}|\.[A-Za-z0-9_-][A-Za-z0-9._-]{0,62}|\.\.[A-Za-z0-9._-]{1,62})$/;
export const Ref = z.string().regex(REF_PATTERN, "Use 1 to 64 of A-Z a-z 0-9 . _ - but not . or ..");

/**
 * Optional details of a purchase, for its reseller alone. Ignored when requests are compared. The buy page
 * keeps each by its name through errors, lost responses and signing in.
 */
export const PurchaseDetails = z.object({
  sellingPrice: SellingPrice,
  /** `yes`: its customer agreed to a message about the outcome. */
  message: z.enum(["", "yes"]).default(""),
});

type DetailName = keyof typeof PurchaseDetails.shape;
const DETAIL_NAMES = PurchaseDetails.keyof().options;

export type TypedDetails = Record<DetailName, string>;

const MAX_TYPED_LENGTH = 200;

const TypedDetail = z
  .string()
  .transform((text) => text.trim().slice(0, MAX_TYPED_LENGTH))
  .optional()
  .catch(undefined);

/** Parses details as typed, for a form with an error. A text too long is cut, and still invalid. */
export const TypedDetails = z.object(
  Object.fromEntries(DETAIL_NAMES.map((name) => [name, TypedDetail])) as Record<
    DetailName,
    typeof TypedDetail
  >,
);

/** Completes details with empty ones. */
export const completeDetails = (typed: z.output<typeof TypedDetails> = {}): TypedDetails =>
  Object.fromEntries(DETAIL_NAMES.map((name) => [name, typed[name] ?? ""])) as TypedDetails;

/** A purchase request. Forms and the API parse it, each with its own error texts. */
export interface PlacePurchaseInput extends Partial<z.output<typeof PurchaseDetails>> {
  ref: string;
  planId: number;
  networkId: number;
  phone: string;
  /** The price that the buyer saw, in minor units; without one, the current price is accepted. */
  price?: Minor | undefined;
  /** By which the customer, who agreed, gets a message about the outcome. */
  messageBy?: "sms" | "whatsapp" | undefined;
  channel: PurchaseChannel;
  /** The buyer confirmed the duplicate. */
  again: boolean;
}

/** A purchase at the catalogue's price, for `decidePurchases`. */
export interface Offer extends PlanOffer {
  ref: string;
  /** The recipient in E.164. */
  phone: string;
  /** Whether a duplicate has to be confirmed first. */
  asks: boolean;
  sellingPrice?: Minor | undefined;
  messageBy?: PlacePurchaseInput["messageBy"];
}

/** The facts that purchases which are placed together have in common. */
export interface Placing {
  buyer: Buyer;
  namespace: Namespace;
  channel: PurchaseChannel;
  batchId?: number;
}

/**
 * Parses a phone number in any usual notation into E.164.
 * @throws invalid at `mobile_number`, the API's field, with an example.
 */
export function parseRecipient(text: string): string {
  const phone = parsePhone(text);
  if (phone) return phone;
  throw invalidError("mobile_number", describeInvalidNumber(text));
}
