import { type ErrorCode, type ErrorFacts, PortalError, type Rejection } from "#lib/core/error";
import { formatExactMoney, formatMoney } from "#lib/core/money/money";
import { formatDuration, formatTime } from "#lib/core/time/time";

export type PurchaseRejectionCode =
  | "restricted"
  | "negative_wallet"
  | "service_unavailable"
  | "plan_off"
  | "outage"
  | "too_many_waiting"
  | "queue_too_long"
  | "insufficient_funds"
  | "daily_limit"
  | "duplicate";

export type ObstacleCode = Exclude<PurchaseRejectionCode, "plan_off">;
export type Obstacle = Rejection<ObstacleCode>;

type MessageBuilders<Codes extends PurchaseRejectionCode, T> = { [C in Codes]: (facts: ErrorFacts[C]) => T };

/** Fixed texts about purchases (interface: Purchase, Rejection): clients match them word for word. */
export const PURCHASE_TEXTS = {
  planInvalid: "The selected plan is invalid.",
  networkOther: "The selected plan does not belong to this network.",
  refReused: "This ref was used before for another purchase.",
  insufficient: "Insufficient wallet balance!",
  serviceUnavailable: "Service unavailable!.",
  restricted:
    "Your account has been restricted for transaction, Please submit your KYC to activate your account or contact support!.",
  dailyLimit: "Sorry, your daily data spending limit exceeded! Limit:",
  negativeWallet: "Your account has been temporarily restricted due to a negative wallet balance.",
} as const;

/** The API texts, and their keys in `errors`. */
const API_MESSAGES: MessageBuilders<PurchaseRejectionCode, { key?: "status" | "amount"; text: string }> = {
  restricted: () => ({ key: "status", text: PURCHASE_TEXTS.restricted }),
  negative_wallet: () => ({ key: "status", text: PURCHASE_TEXTS.negativeWallet }),
  service_unavailable: () => ({ key: "status", text: PURCHASE_TEXTS.serviceUnavailable }),
  plan_off: () => ({ key: "status", text: PURCHASE_TEXTS.serviceUnavailable }),
  outage: () => ({ key: "status", text: PURCHASE_TEXTS.serviceUnavailable }),
  queue_too_long: () => ({ key: "status", text: PURCHASE_TEXTS.serviceUnavailable }),
  too_many_waiting: ({ waiting }) => ({
    text: `You have ${waiting} purchases waiting to be sent. Buy more when some have been sent.`,
  }),
  insufficient_funds: () => ({ key: "amount", text: PURCHASE_TEXTS.insufficient }),
  daily_limit: ({ limit }) => ({
    key: "status",
    text: `${PURCHASE_TEXTS.dailyLimit} ${formatExactMoney(limit)}`,
  }),
  duplicate: () => ({
    text: "You bought this plan for this number a moment ago, or an earlier purchase is still processing. Nothing was charged.",
  }),
};

const BUYER_MESSAGES: MessageBuilders<ObstacleCode, { title: string; text: string }> = {
  restricted: () => ({ title: "Your account can’t buy right now", text: "Nothing was charged." }),
  negative_wallet: ({ missing }) => ({
    title: "Your wallet is below zero",
    text: `Nothing was charged. Top up ${formatMoney(missing)} to buy this.`,
  }),
  service_unavailable: () => ({
    title: "Buying is paused right now",
    text: "Nothing was charged. Check again in a few minutes.",
  }),
  outage: ({ what, since, retryAfter }) => ({
    title: `${what} isn’t being delivered right now`,
    text: `Purchases have failed since ${formatTime(since)}. Nothing was charged. ${
      retryAfter === undefined
        ? "Choose another type, or check again later."
        : `Choose another type, or try again in ${formatDuration(retryAfter)}.`
    }`,
  }),
  queue_too_long: ({ wait }) => ({
    title: "The queue is too long right now",
    text: `This purchase would wait about ${formatDuration(wait)}. Nothing was charged. Try again later.`,
  }),
  too_many_waiting: ({ waiting }) => ({
    title: `You have ${waiting} purchases waiting`,
    text: "Nothing was charged. Buy more when some have been sent.",
  }),
  insufficient_funds: ({ missing }) => ({
    title: `You need ${formatMoney(missing)} more`,
    text: "Nothing was charged.",
  }),
  daily_limit: ({ limit, spent }) => ({
    title: `This would go over today’s limit of ${formatMoney(limit)}`,
    text: `You spent ${formatMoney(spent)} today. Nothing was charged. The limit resets at midnight.`,
  }),
  duplicate: () => ({
    title: "Buy this again?",
    text: "You bought this plan for this number a moment ago, or an earlier purchase is still processing.",
  }),
};

/** Creates the error of a rejection, with the API text; pages show `getBuyerMessage`. */
export function createPurchaseRejection<C extends PurchaseRejectionCode>(code: C, facts: ErrorFacts[C]) {
  const { key, text } = API_MESSAGES[code](facts);
  return new PortalError(code, text, { fields: key ? { [key]: [text] } : {}, facts });
}

export function getBuyerMessage<C extends ObstacleCode>({ code, facts }: Rejection<C>) {
  return BUYER_MESSAGES[code](facts);
}

const EMPTY_WALLET_TEXT = {
  title: "The wallet can’t pay for this",
  text: "Nothing was charged. Ask the owner of the shop to top up.",
};

/** Texts without the amounts from which a helper could tell the reseller's price or wallet. */
const HELPER_MESSAGES: Partial<Record<ObstacleCode, { title: string; text: string }>> = {
  negative_wallet: EMPTY_WALLET_TEXT,
  insufficient_funds: EMPTY_WALLET_TEXT,
  daily_limit: {
    title: "This would go over today’s limit",
    text: "Nothing was charged. The limit resets at midnight.",
  },
};

/** Returns the text for a helper from whom the cost is hidden. */
export function getHelperMessage(obstacle: Obstacle): { title: string; text: string } {
  return HELPER_MESSAGES[obstacle.code] ?? getBuyerMessage(obstacle);
}

/** Whether the buyer can correct the request and try again. */
export function isPurchaseRejectionCode(code: ErrorCode): code is PurchaseRejectionCode {
  return code in API_MESSAGES;
}
