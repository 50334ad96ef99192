import { buildFundPath } from "#app/(reseller)/paths.ts";
import { isPinRequired } from "#lib/account/pin/require-pin";
import { formatPlanDetails, formatPlanSize } from "#lib/catalogue/plan-label";
import { type Ctx, isCostHidden } from "#lib/core/context";
import { type FieldErrors, PortalError } from "#lib/core/error";
import { formatDecimal, formatMoney, formatMoneyField } from "#lib/core/money/money";
import { formatDuration } from "#lib/core/time/time";
import { getRecipient, type Recipient } from "#lib/customer/recipients";
import { getPurchaseMessage } from "#lib/message/shop-messages";
import { listSellingPrices } from "#lib/price-list/read-price-list";
import { completeDetails, type TypedDetails } from "#lib/purchase/place/offer";
import {
  getBuyerMessage,
  getHelperMessage,
  type Obstacle,
  type ObstacleCode,
} from "#lib/purchase/place/rejection";
import { type PurchaseReview, reviewPurchase } from "#lib/purchase/place/review-purchase";
import { suggestNetwork } from "#lib/purchase/place/suggest-network";
import { getPurchase } from "#lib/purchase/read/get-purchase";

interface ReviewRequest {
  ref: string;
  pick: BuySelection;
  /** The price shown before, in minor units. */
  shownPrice?: string | undefined;
  again?: boolean;
  banner?: string | null;
  details?: Partial<TypedDetails>;
  errors?: FieldErrors;
}

/** Builds the review of a selection, or the selection step with errors. Moves no money. */
export async function buildReviewStep(
  ctx: Ctx,
  { ref, pick, shownPrice, again = false, banner = null, details = {}, errors = {} }: ReviewRequest,
): Promise<BuyStep> {
  const helper = ctx.actor.kind === "helper";
  const choosing: BuyStep = { ref, pick, errors: {}, banner, review: null };
  if (!pick.network) return { ...choosing, errors: { network: "Choose a network." } };
  if (!pick.plan) return { ...choosing, errors: { plan: "Choose a plan." } };
  try {
    const ids = { planId: Number(pick.plan), networkId: Number(pick.network) };
    const view = await reviewPurchase(ctx, {
      ...ids,
      phone: pick.phone,
      shownPrice: shownPrice ? BigInt(shownPrice) : undefined,
      again,
    });
    const [sellingPrice, asksPin, message, otherNetwork, recipient, obstacle] = await Promise.all([
      details.sellingPrice ?? suggestSellingPrice(ctx, view.planId),
      isPinRequired(ctx),
      getPurchaseMessage(ctx),
      findOtherNetwork(ctx, view),
      helper ? undefined : getRecipient(ctx, view.phoneE164),
      view.obstacle && describeObstacle(ctx, view.obstacle, view),
    ]);
    const review: ReviewProps = {
      network: view.networkName,
      otherNetwork,
      plan: formatPlanDetails(view),
      size: formatPlanSize(view),
      phone: view.phone,
      customerName: recipient?.name ?? null,
      today: recipient?.today ?? null,
      ...describeCost(view),
      obstacle,
      isSchedulable: !helper,
      wait: view.waitS === null ? null : `about ${formatDuration(view.waitS)}`,
      again,
      details: completeDetails({ ...details, sellingPrice }),
      errors,
      asksPin,
      messageOffer: formatMessageOffer(message),
    };
    return { ...choosing, review };
  } catch (error) {
    if (error instanceof PortalError && error.code === "invalid")
      return { ...choosing, ...toFieldErrors(error, pick) };
    throw error;
  }
}

function describeCost({ cost }: PurchaseReview) {
  if (!cost)
    return { isCostHidden: true, price: "", priceMinor: "", changedFrom: null, wallet: "", walletAfter: "" };
  const { price, changedFrom, wallet, walletAfter } = cost;
  return {
    isCostHidden: false,
    price: formatMoney(price),
    priceMinor: String(price),
    changedFrom: changedFrom === null ? null : formatMoney(changedFrom),
    wallet: formatMoney(wallet),
    walletAfter: formatMoney(walletAfter),
  };
}

/** Formats the offer of a message, "Send the customer an SMS (₦8)"; null without messages. */
export function formatMessageOffer(message: Awaited<ReturnType<typeof getPurchaseMessage>>): string | null {
  if (!message) return null;
  const { medium, price } = message;
  const paid = price ? ` (${formatMoney(price)})` : "";
  return `Send the customer ${medium === "sms" ? "an SMS" : "a WhatsApp message"}${paid}`;
}

/** @returns the name of the network that the number looks like, where it isn't the plan's. */
async function findOtherNetwork(
  ctx: Ctx,
  { phoneE164, networkId }: Pick<PurchaseReview, "phoneE164" | "networkId">,
): Promise<string | null> {
  const suggested = await suggestNetwork(ctx, phoneE164);
  return suggested && suggested.id !== networkId ? suggested.name : null;
}

/** @returns the reseller's usual selling price of a plan, as text; empty if unknown. */
async function suggestSellingPrice(ctx: Ctx, planId: number): Promise<string> {
  const usual = (await listSellingPrices(ctx)).get(planId);
  return usual === undefined ? "" : formatMoneyField(usual);
}

function toFieldErrors(
  { fields }: PortalError,
  pick: BuySelection,
): { pick: BuySelection; errors: BuyStep["errors"] } {
  const phone = fields.mobile_number?.join(" ");
  if (phone) return { pick, errors: { phone } };
  const plan = fields.plan?.join(" ") ?? "Choose a plan of this network.";
  return { pick: { ...pick, plan: "" }, errors: { plan } };
}

/** Says what blocks a purchase; of a duplicate whose first purchase is unconfirmed, that both may arrive. */
async function describeObstacle(
  ctx: Ctx,
  obstacle: Obstacle,
  review: PurchaseReview,
): Promise<ObstacleProps> {
  const { code } = obstacle;
  const helper = ctx.actor.kind === "helper";
  const shown = {
    code,
    ...(isCostHidden(ctx) ? getHelperMessage(obstacle) : getBuyerMessage(obstacle)),
    href: helper ? null : getObstacleHref(obstacle, review),
    missing: helper ? null : getMissing(obstacle),
  };
  // The first purchase may be another's, which a helper doesn't see.
  if (code !== "duplicate" || helper) return shown;
  const first = await getPurchase(ctx, { ident: obstacle.facts.ident });
  if (first.state !== "unconfirmed") return shown;
  return {
    ...shown,
    title: "The first one may still arrive",
    text: "You bought this plan for this number, and the network hasn’t confirmed it yet. If you buy again, both may be delivered, and you pay for both.",
  };
}

const getMissing = ({ code, facts }: Obstacle): string | null =>
  code === "insufficient_funds" || code === "negative_wallet" ? formatMoney(facts.missing) : null;

function getObstacleHref({ code, facts }: Obstacle, { planId, phoneE164 }: PurchaseReview): string | null {
  switch (code) {
    case "insufficient_funds":
    case "negative_wallet": {
      const next = `/buy?${new URLSearchParams({ plan: String(planId), phone: phoneE164 })}`;
      return buildFundPath({ amount: formatDecimal(facts.missing), next });
    }
    case "duplicate":
      return `/purchases/${facts.ident}`;
    default:
      return null;
  }
}

/** The selection so far: ids as text, the phone number as typed. */
export interface BuySelection {
  network: string;
  plan: string;
  phone: string;
}

export interface ObstacleProps {
  code: ObstacleCode;
  title: string;
  text: string;
  /** Where to top up, or the purchase that this would repeat. */
  href: string | null;
  /** The sum to top up, as text; null where money isn't missing, or a helper buys. */
  missing: string | null;
}

export interface ReviewProps {
  network: string;
  /** The network that the number looks like, where it isn't the plan's. */
  otherNetwork: string | null;
  plan: string;
  /** The amount of data, such as "1 GB". */
  size: string;
  phone: string;
  /** The saved name of the number; null without one. */
  customerName: string | null;
  today: Recipient["today"];
  /** Whether prices and wallet are empty, as a helper doesn’t see them. */
  isCostHidden: boolean;
  price: string;
  /** In minor units. Sent with the confirmation, so that only this price is charged. */
  priceMinor: string;
  changedFrom: string | null;
  wallet: string;
  walletAfter: string;
  obstacle: ObstacleProps | null;
  /** Whether the buyer may schedule it instead. */
  isSchedulable: boolean;
  /** The wait before sending, such as "about 2 minutes"; null when it is short. */
  wait: string | null;
  /** Whether the buyer confirmed a duplicate. */
  again: boolean;
  /** As typed, or as usual. */
  details: TypedDetails;
  errors: FieldErrors;
  asksPin: boolean;
  /** The offer of a message to the customer; null without messages. */
  messageOffer: string | null;
}

/** The state of the page: selection or review. */
export interface BuyStep {
  /** The idempotency reference, the same until the purchase is placed. */
  ref: string;
  pick: BuySelection;
  errors: Partial<Record<keyof BuySelection, string>>;
  banner: string | null;
  /** The way on beside the banner. */
  link?: { href: string; label: string } | undefined;
  review: ReviewProps | null;
}
