import type { PortalError } from "#lib/core/error";
import type { Minor } from "#lib/core/money";
import { PURCHASE_TEXTS, refuse } from "#lib/purchase/place/refusal";

/** How a test purchase ends, or why it is refused. */
export interface TestOutcome {
  says: string;
  ending: "successful" | "failed";
  /** Seconds until it ends; 0 at once, null never. */
  afterS: number | null;
  refusal?: () => PortalError;
}

/** The daily limit that a test purchase meets. */
const LIMIT: Minor = 1_000_000n;

const delivered: TestOutcome = { says: "delivered at once", ending: "successful", afterS: 0 };

/** What the last four digits of a mobile number choose under a test token; any other is delivered at once. */
export const TEST_NUMBERS: Record<string, TestOutcome> = {
  "0001": { says: "fails at the provider", ending: "failed", afterS: 0 },
  "0002": { says: "pending, delivered after 20 seconds", ending: "successful", afterS: 20 },
  "0005": { says: "pending, fails after 20 seconds", ending: "failed", afterS: 20 },
  "0019": { says: "pending for ever", ending: "successful", afterS: null },
  "0014": refused(PURCHASE_TEXTS.insufficient, () => refuse("insufficient_funds", { missing: 1n })),
  "0015": refused(PURCHASE_TEXTS.serviceUnavailable, () => refuse("service_unavailable", {})),
  "0016": refused(PURCHASE_TEXTS.restricted, () => refuse("restricted", {})),
  "0017": refused(PURCHASE_TEXTS.dailyLimit, () => refuse("daily_limit", { limit: LIMIT, spent: LIMIT })),
  "0021": refused(PURCHASE_TEXTS.negativeWallet, () => refuse("negative_wallet", { missing: 1n })),
};

/** The outcome that a number (E.164) chooses. */
export function testOutcome(phone: string): TestOutcome {
  return TEST_NUMBERS[phone.slice(-4)] ?? delivered;
}

/** @param words what the refusal says, but for amounts. */
function refused(words: string, refusal: () => PortalError): TestOutcome {
  return { says: `refused: ${words}`, ending: "failed", afterS: 0, refusal };
}
