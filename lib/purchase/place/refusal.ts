import { type ErrorCode, type Facts, PortalError, type Refusal } from "#lib/core/error";
import { formatMoney } from "#lib/core/money";
import { saySpan } from "#lib/core/time";

/** Why a purchase is refused. */
export type PlaceCode =
  | "restricted"
  | "negative_wallet"
  | "service_unavailable"
  | "plan_off"
  | "too_many_waiting"
  | "queue_too_long"
  | "insufficient_funds"
  | "daily_limit"
  | "duplicate";

/** What can stand in the way of a plan that is on sale. */
export type ObstacleCode = Exclude<PlaceCode, "plan_off">;
export type Obstacle = Refusal<ObstacleCode>;

/** The same refusals told to somebody: each code makes its words of its facts. */
type Words<Codes extends PlaceCode, T> = { [C in Codes]: (facts: Facts[C]) => T };

/** The interface's sentences about purchases (sections 4.3 and 7.2), which programs know by heart. */
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

/** What a program reads, and under which key of `errors`. */
const FOR_PROGRAMS: Words<PlaceCode, { key?: "status" | "amount"; text: string }> = {
  restricted: () => ({ key: "status", text: PURCHASE_TEXTS.restricted }),
  negative_wallet: () => ({ key: "status", text: PURCHASE_TEXTS.negativeWallet }),
  service_unavailable: () => ({ key: "status", text: PURCHASE_TEXTS.serviceUnavailable }),
  plan_off: () => ({ key: "status", text: PURCHASE_TEXTS.serviceUnavailable }),
  queue_too_long: () => ({ key: "status", text: PURCHASE_TEXTS.serviceUnavailable }),
  too_many_waiting: ({ waiting }) => ({
    text: `You have ${waiting} purchases waiting to be sent. Buy more when some of them are out.`,
  }),
  insufficient_funds: () => ({ key: "amount", text: PURCHASE_TEXTS.insufficient }),
  daily_limit: ({ limit }) => ({
    key: "status",
    text: `${PURCHASE_TEXTS.dailyLimit} ${formatMoney(limit)}`,
  }),
  duplicate: () => ({
    text: "You bought this plan for this number a moment ago, or an earlier purchase is still processing. Nothing was charged.",
  }),
};

/** What a buyer reads on the page where they buy. */
const FOR_BUYERS: Words<ObstacleCode, { title: string; text: string }> = {
  restricted: () => ({ title: "Your account cannot buy at the moment", text: "Nothing was charged." }),
  negative_wallet: ({ missing }) => ({
    title: "Your wallet is below zero",
    text: `Nothing was charged. With ${formatMoney(missing)} more you can buy this.`,
  }),
  service_unavailable: () => ({
    title: "Buying is paused right now",
    text: "Nothing was charged. Check again in a few minutes.",
  }),
  queue_too_long: ({ wait }) => ({
    title: "Too many are waiting right now",
    text: `It would take about ${saySpan(wait)} to send this one. Nothing was charged. Try again a little later.`,
  }),
  too_many_waiting: ({ waiting }) => ({
    title: `You have ${waiting} purchases waiting`,
    text: "Nothing was charged. Buy more when some of them are sent.",
  }),
  insufficient_funds: ({ missing }) => ({
    title: `You need ${formatMoney(missing)} more`,
    text: "Nothing was charged.",
  }),
  daily_limit: ({ limit, spent }) => ({
    title: `This would go over today's limit of ${formatMoney(limit)}`,
    text: `You spent ${formatMoney(spent)} today. Nothing was charged. It starts again at midnight.`,
  }),
  duplicate: () => ({
    title: "Is this a second one?",
    text: "You bought this plan for this number a moment ago, or an earlier purchase is still processing.",
  }),
};

/** A refusal as an error in the words for programs; whoever tells people uses theirs. */
export function refuse<C extends PlaceCode>(code: C, facts: Facts[C]) {
  const { key, text } = FOR_PROGRAMS[code](facts);
  return new PortalError(code, text, { fields: key ? { [key]: [text] } : {}, facts });
}

export function wordsForBuyer<C extends ObstacleCode>({ code, facts }: Refusal<C>) {
  return FOR_BUYERS[code](facts);
}

/** Whether an error is one that a buyer can look at and try again. */
export function isPlaceCode(code: ErrorCode): code is PlaceCode {
  return code in FOR_PROGRAMS;
}
