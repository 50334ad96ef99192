import type { Snapshot } from "#lib/catalogue/catalogue";
import { current, inMemory, isSame } from "#lib/catalogue/current";
import { costOf, priceOf, quoteOf } from "#lib/catalogue/price";
import { type Buyer, type Ctx, requireBuyer } from "#lib/core/context";
import { brokenConstraint, gaveWay, invalid, isDatabaseDown, mayBeDone, PortalError } from "#lib/core/error";
import type { Minor } from "#lib/core/money";
import { findByRef } from "../read/get.ts";
import type { PurchaseView } from "../read/view.ts";
import { explainRefusal } from "./explain-refusal.ts";
import { hold } from "./hold.ts";
import type { Offer, PlaceInput } from "./offer.ts";
import { recipient } from "./recipient.ts";
import { NAMESPACES } from "./refs.ts";
import { PURCHASE_TEXTS, refuse } from "./refusal.ts";

export interface Placed {
  purchase: PurchaseView;
  /** This very request was made before under this ref: nothing new was bought. */
  replayed: boolean;
  /** The request named another price than was paid then: the buyer has to be told. */
  otherPrice: boolean;
}

/**
 * Places a purchase: in one transaction the money is held and the purchase is queued, or nothing happens. The same ref
 * with the same request returns the same purchase, as it is now and at the price that was paid. The price is not part
 * of the request: a form that is sent again after a price change buys nothing twice.
 * @throws a `PlaceCode`, or invalid, price_changed, ref_reused, unavailable, not_found, unauthenticated.
 */
export async function place(ctx: Ctx, input: PlaceInput): Promise<Placed> {
  const buyer = requireBuyer(ctx);
  const phone = recipient(input.phone);
  // What is in memory will do at first, without asking whether it changed: `hold` takes none but what is in force.
  let catalogue: Snapshot = inMemory() ?? (await current(ctx));
  for (let tries = 3; ; tries--) {
    const offer = offerTo(buyer, catalogue, { ...input, phone });
    if (!(offer instanceof PortalError)) {
      const purchase = await tryToHold(ctx, offer);
      if (purchase) return { purchase, replayed: false, otherPrice: false };
    }
    const before = catalogue;
    catalogue = await current(ctx);
    if (!isSame(catalogue, before) && tries > 0) continue;
    const seen = await findByRef(ctx, buyer.id, input.ref, NAMESPACES[input.channel]);
    if (seen) return replay(seen, { ...input, phone });
    if (offer instanceof PortalError) throw offer;
    const reason = await explainRefusal(ctx, offer);
    if (reason) throw reason;
    if (tries === 0)
      throw new PortalError(
        "unavailable",
        "Something changed at that moment. Nothing was charged. Try again.",
        { facts: { retryAfter: 1 } },
      );
  }
}

/** The plan and price that would be bought, or why it cannot be. */
function offerTo(buyer: Buyer, catalogue: Snapshot, input: PlaceInput): Offer | PortalError {
  const plan = catalogue.plans.get(input.planId);
  if (plan && quoteOf(plan, buyer.level).why === "off") return refuse("plan_off", { message: plan.off });
  const price = plan && priceOf(plan, buyer.level);
  const cost = plan && costOf(plan);
  if (!plan || price === undefined || cost === undefined) return invalid("plan", PURCHASE_TEXTS.planInvalid);
  if (plan.networkId !== input.networkId) return invalid("network", PURCHASE_TEXTS.networkOther);
  if (input.price !== undefined && input.price !== price) return priceChanged(price);
  return { buyer, plan, price, cost, catalogue, input, namespace: NAMESPACES[input.channel] };
}

async function tryToHold(ctx: Ctx, offer: Offer): Promise<PurchaseView | undefined> {
  try {
    return await hold(ctx, offer);
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === "purchases_ref" || constraint === "purchases_ident") return undefined;
    if (isDatabaseDown(error)) return recall(ctx, offer, error);
    throw error;
  }
}

/**
 * The connection was lost. Only the row itself tells whether the purchase was placed, by this call or an earlier one of
 * the same request at the same price; that there is none proves nothing, since the database may still be at work on what it was sent.
 * @throws unavailable, `unknown` unless nothing was sent.
 */
async function recall(
  ctx: Ctx,
  { buyer, price, input }: Offer,
  cause: unknown,
): Promise<PurchaseView | undefined> {
  const namespace = NAMESPACES[input.channel];
  const found = await findByRef(ctx, buyer.id, input.ref, namespace).catch((error: unknown) => {
    if (!isDatabaseDown(error) && !gaveWay(error)) throw error;
  });
  if (found) return isRequest(found, input) && found.price === price ? found : undefined;
  const facts = { retryAfter: 5, ...(mayBeDone(cause) && { unknown: true as const }) };
  const message = facts.unknown
    ? "The connection was lost, so it is unknown whether this purchase was placed. Send the same form again: it is charged once at most."
    : "The portal is briefly unavailable. Nothing was charged. Try again.";
  throw new PortalError("unavailable", message, { facts, cause });
}

function replay(purchase: PurchaseView, asked: PlaceInput): Placed {
  if (isRequest(purchase, asked)) {
    const otherPrice = asked.price !== undefined && asked.price !== purchase.price;
    return { purchase, replayed: true, otherPrice };
  }
  const message = PURCHASE_TEXTS.refReused;
  throw new PortalError("ref_reused", message, { fields: { ref: [message] } });
}

function isRequest({ planId, networkId, phoneE164 }: PurchaseView, asked: PlaceInput): boolean {
  return planId === asked.planId && networkId === asked.networkId && phoneE164 === asked.phone;
}

function priceChanged(price: Minor): PortalError {
  return new PortalError("price_changed", "The price has changed. Nothing was charged.", {
    facts: { price },
  });
}
