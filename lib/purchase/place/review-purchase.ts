import type { PlanIdentity } from "#lib/catalogue/catalogue";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { requirePlanOffer } from "#lib/catalogue/plan-offer";
import { toPlanIdentity } from "#lib/catalogue/plan-view";
import { type Ctx, isCostHidden, requireReseller } from "#lib/core/context";
import { invalidError } from "#lib/core/error";
import type { Minor } from "#lib/core/money/money";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import { formatPhone } from "#lib/core/text/phone";
import { readExpectedWait } from "#lib/purchase/queue/queue";
import { type PlacePurchaseInput, parseRecipient } from "./offer.ts";
import { readPlacementFacts } from "./placement-facts.ts";
import { findRejection, type PlacementRejection } from "./placement-rules.ts";
import type { Obstacle } from "./rejection.ts";

export type ReviewPurchaseInput = Pick<PlacePurchaseInput, "planId" | "networkId" | "phone" | "again"> & {
  /** The price that the buyer saw before, in minor units. */
  shownPrice?: Minor | undefined;
};

/**
 * A purchase before it is placed. Money in minor units; `cost` is null for a helper from whom it is hidden.
 */
export interface PurchaseReview extends PlanIdentity {
  planId: number;
  typeId: number;
  phone: string;
  phoneE164: string;
  cost: {
    price: Minor;
    /** The price that the buyer saw, when it is no longer the price. */
    changedFrom: Minor | null;
    wallet: Minor;
    walletAfter: Minor;
  } | null;
  obstacle: Obstacle | null;
  /** The expected wait in seconds; null below `MIN_WAIT_S`. */
  waitS: number | null;
}

/** A shorter wait isn't worth a word, in seconds. */
export const MIN_WAIT_S = 10;

/** Checks a purchase without placing it. @throws invalid at `mobile_number`, `plan`, `network`. */
export async function reviewPurchase(ctx: Ctx, input: ReviewPurchaseInput): Promise<PurchaseReview> {
  const buyer = requireReseller(ctx, "sell");
  const phone = parseRecipient(input.phone);
  const planOffer = requirePlanOffer(await getCatalogue(ctx), input.planId, getPriceTerms(buyer));
  const { plan, price } = planOffer;
  if (plan.networkId !== input.networkId)
    throw invalidError("network", "This plan belongs to another network.");
  const placing = { buyer, channel: "web", namespace: "buyer" } as const;
  const offer = { ...planOffer, ref: "", phone, asks: !input.again };
  const { facts } = await readPlacementFacts(ctx, placing, [offer]);
  const waitS = await readExpectedWait(ctx, buyer.id, "web");
  const { networkId, networkName, typeId, typeName, name, size, volume, validity } = toPlanIdentity(plan);
  return {
    planId: plan.id,
    networkId,
    networkName,
    typeId,
    typeName: name ?? typeName,
    size,
    volume,
    validity,
    phone: formatPhone(phone),
    phoneE164: phone,
    cost: isCostHidden(ctx)
      ? null
      : {
          price,
          changedFrom: input.shownPrice !== undefined && input.shownPrice !== price ? input.shownPrice : null,
          wallet: facts.wallet,
          walletAfter: facts.wallet - price,
        },
    obstacle: toObstacle(findRejection(facts, offer, placing)),
    waitS: waitS > MIN_WAIT_S ? Math.ceil(waitS) : null,
  };
}

/** @throws rejections that a form doesn't show: a closed account, or a token's limit. */
function toObstacle(reason: PlacementRejection | undefined): Obstacle | null {
  if (!reason) return null;
  const { code } = reason;
  if (code === "not_found" || code === "unauthenticated" || code === "invalid" || code === "unavailable")
    throw reason;
  return reason.toProblem();
}
