import { z } from "zod";
import type { Catalogue, Plan } from "#lib/catalogue/catalogue";
import type { Buyer } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import type { Namespace } from "../read/view.ts";

/**
 * A reference that a buyer may choose: 1 to 64 of `A-Z a-z 0-9 . _ -` (section 4.3), but neither `.` nor `..`: clients
 * and proxies drop these from a path, and each retry would be a new purchase. Written without a lookahead, which many
 * readers of OpenAPI do not know.
 */
export const REF_PATTERN =
  /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}|\.[A-Za-z0-9_-][A-Za-z0-9._-]{0,62}|\.\.[A-Za-z0-9._-]{1,62})$/;
export const Ref = z.string().regex(REF_PATTERN, "Use 1 to 64 of A-Z a-z 0-9 . _ - but not . or ..");

/** What is asked for. Forms and the interface parse it, each with its own words for what is wrong. */
export interface PlaceInput {
  ref: string;
  planId: number;
  networkId: number;
  /** The recipient as a person writes it. */
  phone: string;
  /** The price that the buyer saw, in minor units; a program that names none accepts today's. */
  price?: Minor | undefined;
  /** What the customer pays, in minor units, where the reseller said so; not part of what makes a request the same. */
  retail?: Minor | undefined;
  channel: "web" | "storefront" | "api" | "bulk";
  /** The buyer confirmed that a second purchase of the same so soon is meant. */
  again: boolean;
}

/** A plan at a price, for one buyer, by one version of the catalogue. */
export interface Offer {
  buyer: Buyer;
  plan: Plan;
  price: Minor;
  cost: Minor;
  catalogue: Pick<Catalogue, "version" | "changedAt">;
  input: PlaceInput;
  namespace: Namespace;
}
