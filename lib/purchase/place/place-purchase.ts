import { isInTransaction } from "#db/client";
import type { CatalogueSnapshot, Plan } from "#lib/catalogue/catalogue";
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
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import { getConfirmedChanges } from "#lib/purchase/queue/confirmed-changes";
import { findPurchaseByRef } from "#lib/purchase/read/get-purchase";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";
import { type Offer, type PlacePurchaseInput, parseRecipient } from "./offer.ts";
import { placeOffers } from "./place-offers.ts";
import { createChangedError } from "./placement-rules.ts";
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
  const request = { ...input, phone: parseRecipient(input.phone) };
  const purchase = await attemptPlacing(ctx, buyer, request);
  if (!(purchase instanceof PortalError)) return { purchase, replayed: false, otherPrice: false };
  const earlier = await findPurchaseByRef(ctx, buyer.id, input.ref, NAMESPACES[input.channel]);
  if (earlier) return replayPurchase(earlier, request);
  throw purchase;
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

/** Returns the purchase, or why it wasn't placed. */
async function attemptPlacing(
  ctx: Ctx,
  buyer: Buyer,
  request: PlacePurchaseInput,
): Promise<PurchaseView | PortalError> {
  const { channel } = request;
  let price: Minor | undefined;
  try {
    const placing = { buyer, channel, namespace: NAMESPACES[channel] };
    const { placed, rejection, built } = await placeOffers(ctx, placing, (catalogue) => {
      const offer = buildOffer(buyer, catalogue, request);
      if (offer instanceof PortalError) return { offers: [], rejection: offer };
      price = offer.price;
      return { offers: [offer], rejection: undefined };
    });
    const [purchase] = placed;
    if (!purchase) return built.rejection ?? rejection ?? createChangedError();
    if (!isInTransaction(ctx)) getConfirmedChanges().placed.add(purchase.ident);
    return purchase;
  } catch (error) {
    const constraint = getViolatedConstraint(error);
    if (constraint === "purchases_ref" || constraint === "purchases_ident") return createChangedError();
    if (isDatabaseDown(error))
      return (
        (await findAfterConnectionLoss(ctx, buyer, { ...request, price }, error)) ?? createChangedError()
      );
    throw error;
  }
}

function buildOffer(
  buyer: Buyer,
  catalogue: CatalogueSnapshot,
  { planId, networkId, price, ref, phone, channel, again, sellingPrice, messageBy }: PlacePurchaseInput,
): Offer | PortalError {
  // While the plan is paused, the rules decide whether this purchase may try it.
  const offer = findPlanOffer(catalogue, planId, getPriceTerms(buyer));
  if (!offer) return explainNoOffer(buyer, catalogue.plans.get(planId));
  if (offer.plan.networkId !== networkId) return invalidError("network", PURCHASE_TEXTS.networkOther);
  if (price !== undefined && price !== offer.price) return createPriceChangedError(offer.price);
  // Only the web asks for a confirmation: an API request is taken as intended.
  return { ...offer, ref, phone, asks: channel === "web" && !again, sellingPrice, messageBy };
}

function explainNoOffer(buyer: Buyer, plan: Plan | undefined): PortalError {
  return plan && getQuote(plan, getPriceTerms(buyer)).reason === "off"
    ? createPurchaseRejection("plan_off", { message: plan.off })
    : invalidError("plan", PURCHASE_TEXTS.planInvalid);
}

/**
 * Looks for the purchase after the connection was lost. A missing row proves nothing: the database may still
 * be executing the statement.
 * @throws unavailable, `unknown` unless nothing was sent.
 */
async function findAfterConnectionLoss(
  ctx: Ctx,
  { id }: Buyer,
  request: PlacePurchaseInput,
  cause: unknown,
): Promise<PurchaseView | undefined> {
  const namespace = NAMESPACES[request.channel];
  const purchase = await findPurchaseByRef(ctx, id, request.ref, namespace).catch((error: unknown) => {
    if (!isDatabaseDown(error) && !isSerializationFailure(error)) throw error;
  });
  if (purchase)
    return isSameRequest(purchase, request) && purchase.price === request.price ? purchase : undefined;
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
