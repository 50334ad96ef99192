import { formatMoneyAs, type MoneyFormat, parseDecimal } from "#lib/core/money/decimal";
import type { PhoneRule, ReadPhone } from "#lib/core/text/phone-rule";
import type { Recipient } from "#lib/customer/recipients";
import { isBelowPrice } from "#lib/purchase/below-price";
import type { TypedDetails } from "#lib/purchase/place/offer";
import type { NetworkOption, PlanOption } from "./options.ts";
import type { ReviewProps } from "./review-step.ts";

/** Facts of the page from which a browser builds a review. */
export interface ReviewFacts {
  phoneRule: PhoneRule;
  /** In minor units; empty where it is hidden. */
  wallet: string;
  /** The same, formatted. */
  walletText: string;
  money: MoneyFormat;
  asksPin: boolean;
  /** The offer of a message to the customer; null without messages. */
  messageOffer: string | null;
  /** Whether the buyer may schedule a purchase. */
  isSchedulable: boolean;
  /** Whether purchases are accepted and sent at once. */
  open: boolean;
  /** All details of a purchase, still empty. */
  details: TypedDetails;
}

export interface LocalSelection {
  network: NetworkOption;
  plan: PlanOption;
  number: ReadPhone | undefined;
  recipient: Recipient | undefined;
  otherNetwork: string | null;
}

/**
 * Builds a review from the page's facts, without a request.
 * @returns undefined when anything about the purchase needs the server's word first; it decides about every
 * purchase anyway when it's confirmed.
 */
export function buildLocalReview(
  { network, plan, number, recipient, otherNetwork }: LocalSelection,
  { wallet, walletText, money, asksPin, messageOffer, isSchedulable, open, details }: ReviewFacts,
): ReviewProps | undefined {
  const walletAfter = BigInt(wallet) - BigInt(plan.minor);
  if (!open || !number || walletAfter < 0n) return undefined;
  if (recipient?.repeated.includes(Number(plan.id))) return undefined;
  return {
    network: network.name,
    otherNetwork,
    plan: `${plan.size} ${plan.type}, ${plan.validity}`,
    size: plan.size,
    phone: number.text,
    customerName: recipient?.name ?? null,
    today: recipient?.today ?? null,
    isCostHidden: false,
    price: plan.price,
    priceMinor: plan.minor,
    changedFrom: null,
    wallet: walletText,
    walletAfter: formatMoneyAs(walletAfter, money),
    obstacle: null,
    isSchedulable,
    wait: null,
    again: false,
    details: { ...details, sellingPrice: plan.sellingPrice },
    errors: {},
    asksPin,
    messageOffer,
  };
}

/**
 * Builds the review of a plan that may be bought for another number without a look at the whole review.
 * @returns undefined when there is more to see than the number: a PIN, a purchase of today,
 * another plan as usual, a loss.
 */
export function buildSameReview(selection: LocalSelection, facts: ReviewFacts): ReviewProps | undefined {
  const { plan, recipient, otherNetwork } = selection;
  const usual = recipient?.plans[0] ?? null;
  if (facts.asksPin || otherNetwork || recipient?.today) return undefined;
  if (usual !== null && String(usual) !== plan.id) return undefined;
  const sellingPrice = parseDecimal(plan.sellingPrice, facts.money.places);
  if (isBelowPrice(sellingPrice, BigInt(plan.minor))) return undefined;
  return buildLocalReview(selection, facts);
}

/**
 * The network that a number looks like: of its history, else by its first digits.
 * `start`: as much as is typed, in E.164.
 */
export function findLikelyNetwork(
  networks: readonly NetworkOption[],
  start: string | undefined,
  recipient: Recipient | undefined,
): NetworkOption | undefined {
  if (!start) return undefined;
  if (recipient?.networkId) return networks.find(({ id }) => id === String(recipient.networkId));
  return networks.find(({ prefixes }) => prefixes.some((prefix) => start.startsWith(prefix)));
}
