import type { PortalError } from "#lib/core/error";
import type { Minor } from "#lib/core/money/money";
import { createPurchaseRejection, PURCHASE_TEXTS } from "#lib/purchase/place/rejection";

/** The outcome of a test purchase, or its rejection. */
export interface TestOutcome {
  says: string;
  ending: "successful" | "failed";
  /** Seconds until it ends; 0 at once, null never. */
  afterS: number | null;
  refusal?: () => PortalError;
}

/** The daily limit in a test rejection. */
const TEST_DAILY_LIMIT: Minor = 1_000_000n;

const DELIVERED_OUTCOME: TestOutcome = { says: "delivered at once", ending: "successful", afterS: 0 };

/** Outcomes by the last four digits of a mobile number under a test token; any other is delivered at once. */
export const TEST_NUMBERS: Record<string, TestOutcome> = {
  "0001": { says: "fails at the provider", ending: "failed", afterS: 0 },
  "0002": { says: "pending, delivered after 20 seconds", ending: "successful", afterS: 20 },
  "0005": { says: "pending, fails after 20 seconds", ending: "failed", afterS: 20 },
  "0019": { says: "pending for ever", ending: "successful", afterS: null },
  "0014": rejectedOutcome(PURCHASE_TEXTS.insufficient, () =>
    createPurchaseRejection("insufficient_funds", { missing: 1n }),
  ),
  "0015": rejectedOutcome(PURCHASE_TEXTS.serviceUnavailable, () =>
    createPurchaseRejection("service_unavailable", {}),
  ),
  "0016": rejectedOutcome(PURCHASE_TEXTS.restricted, () => createPurchaseRejection("restricted", {})),
  "0017": rejectedOutcome(PURCHASE_TEXTS.dailyLimit, () =>
    createPurchaseRejection("daily_limit", { limit: TEST_DAILY_LIMIT, spent: TEST_DAILY_LIMIT }),
  ),
  "0021": rejectedOutcome(PURCHASE_TEXTS.negativeWallet, () =>
    createPurchaseRejection("negative_wallet", { missing: 1n }),
  ),
};

/** Returns the outcome that a number (E.164) chooses. */
export function getTestOutcome(phone: string): TestOutcome {
  return TEST_NUMBERS[phone.slice(-4)] ?? DELIVERED_OUTCOME;
}

/** @param words the message of the rejection, without amounts. */
function rejectedOutcome(words: string, refusal: () => PortalError): TestOutcome {
  return { says: `rejected: ${words}`, ending: "failed", afterS: 0, refusal };
}
