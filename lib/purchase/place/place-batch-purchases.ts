import { inTransaction } from "#db/client";
import type { CatalogueSnapshot } from "#lib/catalogue/catalogue";
import { findPlanOffer } from "#lib/catalogue/plan-offer";
import { type Ctx, requireReseller } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import type { Minor } from "#lib/core/money/money";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import type { PriceTerms } from "#lib/core/price-list/price-terms";
import type { Offer } from "./offer.ts";
import { placeOffers } from "./place-offers.ts";

export interface BatchPurchaseRequest {
  /** See `buildBatchRef`. */
  ref: string;
  /** The recipient in E.164. */
  phone: string;
  planId: number;
  /** The price that the buyer confirmed, in minor units. */
  price: Minor;
  /** The selling price, in minor units, if the reseller entered one. */
  sellingPrice?: Minor | undefined;
  /** The buyer confirmed the duplicate. */
  again: boolean;
}

export interface BatchPlacement {
  placed: { ref: string; id: number }[];
  /** Refs that need a confirmation. */
  duplicates: string[];
  /** Refs whose plan isn't for sale to this reseller. */
  unsold: string[];
  /** The reason why the first of the rest wasn't placed. */
  stopped: PortalError | undefined;
}

/**
 * Places as many purchases of a batch as the rules of `placePurchase` allow, in their order; each gets its own
 * journal and audit record. Rows that no supplier delivers now are left for later.
 */
export function placeBatchPurchases(
  ctx: Ctx,
  batchId: number,
  requests: readonly BatchPurchaseRequest[],
): Promise<BatchPlacement> {
  const buyer = requireReseller(ctx, "batches");
  // One transaction, so that every earlier purchase of the reseller counts.
  return inTransaction(ctx, async (tx) => {
    const placing = { buyer, batchId, namespace: "batch", channel: "batch" } as const;
    const { placed, duplicates, rejection, built } = await placeOffers(tx, placing, (catalogue) =>
      buildOffers(requests, catalogue, getPriceTerms(buyer)),
    );
    return {
      placed: placed.map(({ ref, id }) => ({ ref, id })),
      duplicates: duplicates.map(({ ref }) => ref),
      unsold: built.unsold,
      stopped: rejection ?? built.stopped,
    };
  });
}

/** Builds the offers up to a row whose price has changed. */
function buildOffers(
  requests: readonly BatchPurchaseRequest[],
  catalogue: CatalogueSnapshot,
  terms: PriceTerms,
) {
  const unsold: string[] = [];
  const offers: Offer[] = [];
  for (const { planId, price: seen, again, ...request } of requests) {
    // Rows of a paused plan wait.
    const offer = findPlanOffer(catalogue, planId, terms);
    if (!offer) {
      unsold.push(request.ref);
      continue;
    }
    const { price } = offer;
    if (price !== seen) {
      const stopped = new PortalError("price_changed", "The price has changed.", { facts: { price } });
      return { offers, unsold, stopped };
    }
    offers.push({ ...offer, ...request, asks: !again });
  }
  return { offers, unsold, stopped: undefined };
}
