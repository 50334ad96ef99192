import { invalidError, PortalError } from "#lib/core/error";
import type { Minor } from "#lib/core/money/money";
import { createPurchaseRejection, PURCHASE_TEXTS } from "#lib/purchase/place/rejection";

export interface TestOutcome {
  /** Its line in the documentation. */
  says: string;
  /** Its first state. A call waits while it is sending. */
  state: "sending" | "unconfirmed" | "successful" | "failed";
  ending: "successful" | "failed" | "reversed";
  /** Seconds until its ending; 0 at once, null never. */
  afterS: number | null;
  /** The fault in place of the response to the call that placed it. */
  fault?: TestFault;
}

/** A lost connection, an unknown outcome that is safe to ask for, or an internal error. */
export type TestFault = "cut" | "unknown" | "internal";

export interface TestRejection {
  says: string;
  create: () => PortalError;
  /** Whether a repeated call with the same ref is accepted, and delivered. */
  once: boolean;
}

/** The wait before a repeated call, in seconds. */
const TEST_RETRY_AFTER_S = 2;
/** The facts of test rejections. */
const TEST_DAILY_LIMIT: Minor = 1_000_000n;
const TEST_WAITING = 100;

export const DELIVERED_OUTCOME: TestOutcome = {
  says: "delivered at once",
  ...{ state: "successful", ending: "successful", afterS: 0 },
};

/** Outcomes by the last four digits of a mobile number under a test token; any other is delivered at once. */
export const TEST_NUMBERS: Readonly<Record<string, TestOutcome | TestRejection>> = {
  "0001": { says: "fails at the network", state: "failed", ending: "failed", afterS: 0 },
  "0002": {
    says: "pending, delivered after 20 seconds",
    ...{ state: "unconfirmed", ending: "successful", afterS: 20 },
  },
  "0003": {
    says: "delivered after 20 seconds: the response waits for it",
    ...{ state: "sending", ending: "successful", afterS: 20 },
  },
  "0004": {
    says: "pending after 25 seconds, delivered 10 seconds later",
    ...{ state: "sending", ending: "successful", afterS: 35 },
  },
  "0005": {
    says: "pending, fails after 20 seconds",
    ...{ state: "unconfirmed", ending: "failed", afterS: 20 },
  },
  "0006": {
    ...DELIVERED_OUTCOME,
    says: "bought, and the connection is cut without a response",
    fault: "cut",
  },
  "0007": rejectedOnce(
    503,
    "nothing was bought",
    () =>
      new PortalError("unavailable", "The portal is briefly unavailable. Nothing was charged. Try again.", {
        ...{ facts: { retryAfter: TEST_RETRY_AFTER_S }, cause: "a test number" },
      }),
  ),
  "0008": {
    ...DELIVERED_OUTCOME,
    says: "bought, and 503 with Retry-After: the outcome is unknown",
    fault: "unknown",
  },
  "0009": { ...DELIVERED_OUTCOME, says: "bought, and 500: the outcome is unknown", fault: "internal" },
  "0010": {
    says: "delivered, reversed after 10 seconds",
    ...{ state: "successful", ending: "reversed", afterS: 10 },
  },
  "0011": rejectedOnce(
    429,
    "Too Many Attempts.",
    () =>
      new PortalError("rate_limited", "Too Many Attempts.", { facts: { retryAfter: TEST_RETRY_AFTER_S } }),
  ),
  "0012": rejectedOnce(422, PURCHASE_TEXTS.serviceUnavailable, () =>
    createPurchaseRejection("queue_too_long", { wait: 900, retryAfter: TEST_RETRY_AFTER_S }),
  ),
  "0013": rejected(PURCHASE_TEXTS.planInvalid, () => invalidError("plan", PURCHASE_TEXTS.planInvalid)),
  "0014": rejected(PURCHASE_TEXTS.insufficient, () =>
    createPurchaseRejection("insufficient_funds", { missing: 1n }),
  ),
  "0015": rejected(PURCHASE_TEXTS.serviceUnavailable, () =>
    createPurchaseRejection("service_unavailable", {}),
  ),
  "0016": rejected(PURCHASE_TEXTS.restricted, () => createPurchaseRejection("restricted", {})),
  "0017": rejected(PURCHASE_TEXTS.dailyLimit, () =>
    createPurchaseRejection("daily_limit", { limit: TEST_DAILY_LIMIT, spent: TEST_DAILY_LIMIT }),
  ),
  "0018": rejectedOnce(429, `You have ${TEST_WAITING} purchases waiting to be sent.`, () =>
    createPurchaseRejection("too_many_waiting", { waiting: TEST_WAITING, retryAfter: TEST_RETRY_AFTER_S }),
  ),
  "0019": {
    says: "pending until you reset the test balance",
    ...{ state: "unconfirmed", ending: "successful", afterS: null },
  },
  "0021": rejected(PURCHASE_TEXTS.negativeWallet, () =>
    createPurchaseRejection("negative_wallet", { missing: 1n }),
  ),
};

/** Returns the outcome or rejection that a number (E.164) chooses. */
export function getTestOutcome(phone: string): TestOutcome | TestRejection {
  return TEST_NUMBERS[phone.slice(-4)] ?? DELIVERED_OUTCOME;
}

/** @param message the message of the rejection, without amounts. */
function rejected(message: string, create: () => PortalError): TestRejection {
  return { says: `rejected: ${message}`, create, once: false };
}

/** @param message the message of the rejection, or its meaning. */
function rejectedOnce(status: number, message: string, create: () => PortalError): TestRejection {
  return { says: `${status} with Retry-After, then delivered: ${message}`, create, once: true };
}
