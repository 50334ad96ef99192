import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import type { Catalogue } from "#lib/catalogue/catalogue";
import { getCatalogue, isSameVersion } from "#lib/catalogue/get-catalogue";
import { findPlanOffer } from "#lib/catalogue/plan-offer";
import { type Ctx, requireReseller } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import type { Minor } from "#lib/core/money/money";
import { selectLockedWallets } from "#lib/ledger/lock-wallet";
import { explainRejection } from "./explain-rejection.ts";
import { type BatchOffer, holdBatch, MAX_QUEUED_BATCH_ROWS, selectBatchBuyer } from "./hold-batch.ts";
import { createPurchaseRejection } from "./rejection.ts";

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
  /** Refs that need a confirmation; see `hasDuplicate`. */
  duplicates: string[];
  /** Refs whose plan isn't for sale at this level. */
  unsold: string[];
  /** The reason why the first of the rest wasn't placed. */
  stopped: PortalError | undefined;
}

/**
 * Places as many purchases of a batch as the rules of `placePurchase` allow, in their order and in one
 * statement; each gets its own journal and audit record. Rows that no supplier delivers now are left for
 * later. Locks the wallet first, so that every earlier purchase of the reseller counts.
 */
export function placeBatchPurchases(
  ctx: Ctx,
  batchId: number,
  requests: readonly BatchPurchaseRequest[],
): Promise<BatchPlacement> {
  return inTransaction(ctx, async (tx) => {
    const buyer = selectBatchBuyer(requireReseller(tx, "batches"));
    await tx.db.execute(sql`
      with buyer as (${buyer})
      ${selectLockedWallets(sql`select id from buyer`)}`);
    let catalogue = await getCatalogue(tx);
    for (let tries = 3; ; tries--) {
      const outcome = await placeFromCatalogue(tx, batchId, requests, catalogue);
      if (outcome) return outcome;
      const before = catalogue;
      catalogue = await getCatalogue(tx);
      if (tries === 0 || isSameVersion(catalogue, before)) {
        const stopped = new PortalError(
          "unavailable",
          "Prices or your account changed. Nothing was charged. Try again.",
        );
        return { placed: [], duplicates: [], unsold: [], stopped };
      }
    }
  });
}

/** @returns undefined when the catalogue is out of date. */
async function placeFromCatalogue(
  ctx: Ctx,
  batchId: number,
  requests: readonly BatchPurchaseRequest[],
  catalogue: Catalogue,
): Promise<BatchPlacement | undefined> {
  const { offers, unsold, stopped } = buildOffers(ctx, requests, catalogue);
  const outcome: BatchPlacement = { placed: [], duplicates: [], unsold, stopped };
  if (offers.length === 0) return outcome;
  const { placed, duplicates, room } = await holdBatch(ctx, batchId, offers, catalogue);
  const done = new Set([...duplicates, ...placed.map(({ ref }) => ref)]);
  const next = offers.find(({ ref }) => !done.has(ref));
  if (!next) return { ...outcome, placed, duplicates };
  if (placed.length >= room) {
    const facts = { waiting: MAX_QUEUED_BATCH_ROWS, retryAfter: 60 };
    return { ...outcome, placed, duplicates, stopped: createPurchaseRejection("too_many_waiting", facts) };
  }
  const input = { phone: next.phone, channel: "batch" as const, again: true };
  const plan = { id: next.plan_id, networkId: next.network_id };
  const rejection = await explainRejection(ctx, {
    buyer: requireReseller(ctx, "batches"),
    plan,
    price: BigInt(next.price),
    input,
    namespace: "batch",
  });
  return rejection || placed.length > 0 ? { ...outcome, placed, duplicates, stopped: rejection } : undefined;
}

/** Builds the rows of the statement, with money as text: JSON has no exact integers of that size. */
function buildOffers(ctx: Ctx, requests: readonly BatchPurchaseRequest[], catalogue: Catalogue) {
  const { level } = requireReseller(ctx, "batches");
  const unsold: string[] = [];
  const offers: BatchOffer[] = [];
  for (const { ref, phone, planId, price: seen, sellingPrice, again } of requests) {
    // Rows of a paused plan wait.
    const offer = findPlanOffer(catalogue, planId, level);
    if (!offer) {
      unsold.push(ref);
      continue;
    }
    const { plan, price, cost } = offer;
    if (price !== seen) {
      const stopped = new PortalError("price_changed", "The price has changed.", { facts: { price } });
      return { offers, unsold, stopped };
    }
    offers.push({
      n: offers.length,
      ref,
      phone,
      again,
      price: String(price),
      cost: String(cost),
      plan_id: plan.id,
      network_id: plan.networkId,
      network_name: plan.networkName,
      type_name: plan.name ?? plan.typeName,
      size: plan.size,
      volume: plan.volume,
      validity: plan.validity,
      selling_price: sellingPrice === undefined ? null : String(sellingPrice),
    });
  }
  return { offers, unsold, stopped: undefined };
}
