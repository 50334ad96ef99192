import { PortalError } from "#lib/core/error";
import { formatMoney } from "#lib/core/money";
import { TEXTS } from "../texts.ts";

/** How a test purchase ends, or why it is refused. */
export interface TestOutcome {
  says: string;
  ending: "successful" | "failed";
  /** Seconds until it ends; 0 at once, null never. */
  afterS: number | null;
  refusal?: () => PortalError;
}

const delivered: TestOutcome = { says: "delivered at once", ending: "successful", afterS: 0 };

/** What the last four digits of a mobile number choose under a test token; any other is delivered at once. */
export const TEST_NUMBERS: Record<string, TestOutcome> = {
  "0001": { says: "fails at the provider", ending: "failed", afterS: 0 },
  "0002": { says: "pending, delivered after 20 seconds", ending: "successful", afterS: 20 },
  "0005": { says: "pending, fails after 20 seconds", ending: "failed", afterS: 20 },
  "0019": { says: "pending for ever", ending: "successful", afterS: null },
  "0014": refused("amount", TEXTS.insufficient),
  "0015": refused("status", TEXTS.serviceUnavailable),
  "0016": refused("status", TEXTS.restricted),
  "0017": refused("status", TEXTS.dailyLimit, () => ` ${formatMoney(1_000_000n)}`),
  "0021": refused("status", TEXTS.negativeWallet),
};

/** The outcome that a number (E.164) chooses. */
export function testOutcome(phone: string): TestOutcome {
  return TEST_NUMBERS[phone.slice(-4)] ?? delivered;
}

/** @param end what is known only when it is said: an amount in the portal's currency. */
function refused(key: "amount" | "status", words: string, end = () => ""): TestOutcome {
  const refusal = () => {
    const message = words + end();
    return new PortalError("service_unavailable", message, { fields: { [key]: [message] } });
  };
  return { says: `refused: ${words}`, ending: "failed", afterS: 0, refusal };
}
