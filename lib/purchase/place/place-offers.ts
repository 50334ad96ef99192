import { inTransaction, isInTransaction } from "#db/client";
import type { CatalogueSnapshot } from "#lib/catalogue/catalogue";
import { getCachedSnapshot, getCatalogue, isSameVersion } from "#lib/catalogue/get-catalogue";
import type { Ctx } from "#lib/core/context";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";
import type { Offer, Placing } from "./offer.ts";
import { readPlacementFacts } from "./placement-facts.ts";
import { createChangedError, type Decision, decidePurchases } from "./placement-rules.ts";
import { lockBuyer, postPurchases } from "./post-purchases.ts";

interface Outcome extends Omit<Decision, "accepted"> {
  placed: PurchaseView[];
}

/** The most attempts while the catalogue or the dispatcher changes during each. */
const MAX_ATTEMPTS = 4;

/**
 * Reads, decides and posts. The first attempt locks nothing before it posts, since a buyer's facts seldom
 * change within the millisecond between: where they did, they are read again with the buyer locked.
 * @param build makes the offers from the catalogue, again after it changed.
 */
export async function placeOffers<Built extends { offers: readonly Offer[] }>(
  ctx: Ctx,
  placing: Placing,
  build: (catalogue: CatalogueSnapshot) => Built,
): Promise<Outcome & { built: Built }> {
  let catalogue = getCachedSnapshot() ?? (await getCatalogue(ctx));
  for (let attempt = 1; ; attempt++) {
    const built = build(catalogue);
    const run = (tx: Ctx) => attemptOffers(tx, placing, built.offers, catalogue);
    const outcome =
      attempt === 1 && !isInTransaction(ctx)
        ? await run(ctx)
        : await inTransaction(ctx, async (tx) => {
            await lockBuyer(tx, placing.buyer);
            return run(tx);
          });
    if (outcome) return { ...outcome, built };
    if (attempt === MAX_ATTEMPTS)
      return { placed: [], duplicates: [], rejection: createChangedError(), built };
    catalogue = await getCatalogue(ctx);
  }
}

/** @returns undefined when the catalogue is out of date, or something changed before the purchases were posted. */
async function attemptOffers(
  ctx: Ctx,
  placing: Placing,
  offers: readonly Offer[],
  catalogue: CatalogueSnapshot,
): Promise<Outcome | undefined> {
  const read = await readPlacementFacts(ctx, placing, offers);
  if (!isSameVersion(read.catalogue, catalogue)) return undefined;
  const { accepted, ...decision } = decidePurchases(read.facts, offers, placing);
  const placed = accepted.length > 0 ? await postPurchases(ctx, placing, accepted, read) : [];
  return placed.length === accepted.length ? { ...decision, placed } : undefined;
}
