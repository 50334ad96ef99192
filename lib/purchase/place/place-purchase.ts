import { isInTransaction } from "#db/client";
import type { CatalogueSnapshot, Plan } from "#lib/catalogue/catalogue";
import { getCachedSnapshot, getCatalogue, isSameVersion } from "#lib/catalogue/get-catalogue";
import { findPlanOffer } from "#lib/catalogue/plan-offer";
import { getQuote } from "#lib/catalogue/price/price";
import { type Buyer, type Ctx, requireBuyer, requireReseller } from "#lib/core/context";
import {
  getViolatedConstraint,
  isDatabaseDown,
  isSerializationFailure,
  mayHaveCommitted,
} from "#lib/core/database-error";
import { invalidError, PortalError } from "#lib/core/error";
import { createKeyedMutex } from "#lib/core/lane/keyed-mutex";
import type { Minor } from "#lib/core/money/money";
import { getConfirmedChanges } from "#lib/purchase/queue/confirmed-changes";
import { findPurchaseByRef } from "#lib/purchase/read/get-purchase";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";
import { explainRejection } from "./explain-rejection.ts";
import { holdPurchase } from "./hold-purchase.ts";
import { type Offer, type PlacePurchaseInput, parseRecipient } from "./offer.ts";
import { NAMESPACES } from "./refs.ts";
import { createPurchaseRejection, PURCHASE_TEXTS } from "./rejection.ts";

export interface Placement {
  purchase: PurchaseView;
  /** The same request was placed before under this ref: nothing new was bought. */
  replayed: boolean;
  /** The request names a different price from the one paid, which the buyer has to know. */
  otherPrice: boolean;
}

/**
 * Places a purchase: holds the money and queues the purchase in one transaction, or does nothing. The same
 * ref with the same request returns the earlier purchase. The price isn't part of the request, so a form sent
 * again after a price change buys nothing twice.
 * @throws a `PurchaseRejectionCode`, or invalid, price_changed, ref_reused, unavailable,
 * not_found, unauthenticated.
 */
export async function placePurchase(ctx: Ctx, input: PlacePurchaseInput): Promise<Placement> {
  const { id } = requireBuyer(ctx, "sell");
  // A transaction may hold the wallet's row already, for which the work before it would wait.
  return isInTransaction(ctx) ? placeNow(ctx, input) : purchaseMutex(id, () => placeNow(ctx, input));
}

/** Purchases of one reseller wait for the wallet's row anyway: here without a connection that others need. */
const purchaseMutex = createKeyedMutex<number>();

async function placeNow(ctx: Ctx, input: PlacePurchaseInput): Promise<Placement> {
  const buyer = requireBuyer(ctx, "sell");
  const phone = parseRecipient(input.phone);
  // The cached catalogue is enough at first: `holdPurchase` rejects any but the current version.
  let catalogue: CatalogueSnapshot = getCachedSnapshot() ?? (await getCatalogue(ctx));
  for (let tries = 3; ; tries--) {
    const offer = buildOffer(buyer, catalogue, { ...input, phone });
    if (!(offer instanceof PortalError)) {
      const purchase = await attemptHold(ctx, offer);
      if (purchase) return { purchase, replayed: false, otherPrice: false };
    }
    const before = catalogue;
    catalogue = await getCatalogue(ctx);
    if (!isSameVersion(catalogue, before) && tries > 0) continue;
    const earlier = await findPurchaseByRef(ctx, buyer.id, input.ref, NAMESPACES[input.channel]);
    if (earlier) return replayPurchase(earlier, { ...input, phone });
    if (offer instanceof PortalError) throw offer;
    const reason = await explainRejection(ctx, offer);
    if (reason) throw reason;
    if (tries === 0)
      throw new PortalError(
        "unavailable",
        "Prices or your account changed during the purchase. Nothing was charged. Try again.",
        { facts: { retryAfter: 1 } },
      );
  }
}

/** Finds the acting reseller's purchase of a form in the browser, by the form's ref. */
export async function findPurchaseByFormRef(ctx: Ctx, ref: string): Promise<PurchaseView | undefined> {
  return findPurchaseByRef(ctx, requireReseller(ctx, "sell").id, ref, NAMESPACES.web);
}

/**
 * Finds the purchase that the same request already placed under its ref.
 * @throws ref_reused when another request did; invalid at `mobile_number`
 */
export async function findPlacement(ctx: Ctx, input: PlacePurchaseInput): Promise<Placement | undefined> {
  const { id } = requireBuyer(ctx, "sell");
  const earlier = await findPurchaseByRef(ctx, id, input.ref, NAMESPACES[input.channel]);
  return earlier && replayPurchase(earlier, { ...input, phone: parseRecipient(input.phone) });
}

function buildOffer(
  buyer: Buyer,
  catalogue: CatalogueSnapshot,
  input: PlacePurchaseInput,
): Offer | PortalError {
  // While the plan is paused, the statement decides whether this purchase may try it.
  const offer = findPlanOffer(catalogue, input.planId, buyer.level);
  if (!offer) return explainNoOffer(buyer, catalogue.plans.get(input.planId));
  const { plan, price } = offer;
  if (plan.networkId !== input.networkId) return invalidError("network", PURCHASE_TEXTS.networkOther);
  if (input.price !== undefined && input.price !== price) return createPriceChangedError(price);
  return { ...offer, buyer, catalogue, input, namespace: NAMESPACES[input.channel] };
}

function explainNoOffer({ level }: Buyer, plan: Plan | undefined): PortalError {
  return plan && getQuote(plan, level).reason === "off"
    ? createPurchaseRejection("plan_off", { message: plan.off })
    : invalidError("plan", PURCHASE_TEXTS.planInvalid);
}

async function attemptHold(ctx: Ctx, offer: Offer): Promise<PurchaseView | undefined> {
  try {
    const purchase = await holdPurchase(ctx, offer);
    if (purchase && !isInTransaction(ctx)) getConfirmedChanges().placed.add(purchase.ident);
    return purchase;
  } catch (error) {
    const constraint = getViolatedConstraint(error);
    if (constraint === "purchases_ref" || constraint === "purchases_ident") return undefined;
    if (isDatabaseDown(error)) return findAfterConnectionLoss(ctx, offer, error);
    throw error;
  }
}

/**
 * Looks for the purchase after the connection was lost. A missing row proves nothing: the database may still
 * be executing the statement.
 * @throws unavailable, `unknown` unless nothing was sent.
 */
async function findAfterConnectionLoss(
  ctx: Ctx,
  { buyer, price, input }: Offer,
  cause: unknown,
): Promise<PurchaseView | undefined> {
  const namespace = NAMESPACES[input.channel];
  const purchase = await findPurchaseByRef(ctx, buyer.id, input.ref, namespace).catch((error: unknown) => {
    if (!isDatabaseDown(error) && !isSerializationFailure(error)) throw error;
  });
  if (purchase) return isSameRequest(purchase, input) && purchase.price === price ? purchase : undefined;
  const facts = { retryAfter: 5, ...(mayHaveCommitted(cause) && { unknown: true as const }) };
  const message = facts.unknown
    ? "The connection was lost, so it is unknown whether this purchase was placed. Send the same form again: it is charged once at most."
    : "The portal is briefly unavailable. Nothing was charged. Try again.";
  throw new PortalError("unavailable", message, { facts, cause });
}

function replayPurchase(purchase: PurchaseView, request: PlacePurchaseInput): Placement {
  if (isSameRequest(purchase, request)) {
    const otherPrice = request.price !== undefined && request.price !== purchase.price;
    return { purchase, replayed: true, otherPrice };
  }
  const message = PURCHASE_TEXTS.refReused;
  throw new PortalError("ref_reused", message, { fields: { ref: [message] } });
}

function isSameRequest({ planId, networkId, phoneE164 }: PurchaseView, request: PlacePurchaseInput): boolean {
  return planId === request.planId && networkId === request.networkId && phoneE164 === request.phone;
}

function createPriceChangedError(price: Minor): PortalError {
  return new PortalError("price_changed", "The price has changed. Nothing was charged.", {
    facts: { price },
  });
}
