import { z } from "zod";
import { invalidError, type PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { OptionalAmount } from "#lib/core/money/amount";
import { formatMoney, type Minor } from "#lib/core/money/money";
import { selectionField } from "#lib/core/selection-field";
import { getExamplePhone, parsePhone } from "#lib/core/text/phone";

const MAX_NUMBERS = 200;

/** Limits of what a token spends and buys for: null is without. */
export const SpendingLimits = z.object({
  dailyLimit: OptionalAmount.default(null),
  purchaseLimit: OptionalAmount.default(null),
  networkIds: selectionField(Id.max(2 ** 31 - 1))
    .nullable()
    .transform((ids) => (ids === null || ids.length === 0 ? null : [...new Set(ids)])),
  numbers: z
    .union([z.string().transform((text) => text.split(/[\n,;]+/)), z.array(z.string())])
    .nullable()
    .default(null)
    .transform((all, issue) => {
      const typed = all?.map((text) => text.trim()).filter(Boolean) ?? [];
      const numbers = typed.map((text) => {
        const number = parsePhone(text);
        if (!number)
          issue.addIssue(`“${text.slice(0, 40)}” isn’t a mobile number such as ${getExamplePhone()}.`);
        return number ?? text;
      });
      if (numbers.length > MAX_NUMBERS) issue.addIssue(`List at most ${MAX_NUMBERS}.`);
      return numbers.length === 0 ? null : [...new Set(numbers)];
    }),
});
export type SpendingLimits = z.output<typeof SpendingLimits>;

const hasLimit = ({ dailyLimit, purchaseLimit, networkIds, numbers }: SpendingLimits) =>
  [dailyLimit, purchaseLimit, networkIds, numbers].some((limit) => limit !== null);

/** @throws invalid at `dailyLimit` for limits of a test token, which spends nothing. */
export function rejectTestLimits(test: boolean, limits: SpendingLimits): void {
  if (test && hasLimit(limits))
    throw invalidError("dailyLimit", "A test token spends nothing. Leave its spending limits empty.");
}

/** The limits for the audit record, which counts the numbers. */
export const toAuditLimits = ({ dailyLimit, purchaseLimit, networkIds, numbers }: SpendingLimits) => ({
  dailyLimit,
  purchaseLimit,
  networkIds,
  numbers: numbers?.length ?? null,
});

/** Explains which limit denies a purchase, except the day's. @param holder "This token" */
export function explainDenyingLimit(
  { purchaseLimit, networkIds, numbers }: Omit<SpendingLimits, "dailyLimit">,
  purchase: { price: Minor; networkId: number; phone: string },
  holder: string,
): PortalError<"invalid"> | undefined {
  if (networkIds && !networkIds.includes(purchase.networkId))
    return invalidError("network", `${holder} may not buy for this network. Nothing was charged.`);
  if (numbers && !numbers.includes(purchase.phone))
    return invalidError("mobile_number", `${holder} may not buy for this number. Nothing was charged.`);
  if (purchaseLimit !== null && purchase.price > purchaseLimit)
    return invalidError(
      "amount",
      `${holder} may spend up to ${formatMoney(purchaseLimit)} in one purchase. Nothing was charged.`,
    );
  return undefined;
}
