import { z } from "zod";
import { helpers } from "#db/schema/helper";
import { ALL_HELPER_PERMISSIONS } from "#lib/core/helper-permission";
import { OptionalAmount } from "#lib/core/money/amount";
import { selectionField } from "#lib/core/selection-field";

/** The fields of a form that say how far a helper may go. */
export const HelperLimits = z.object({
  /** In minor units or as typed; empty for no limit. */
  dailyLimit: OptionalAmount.default(null),
  permissions: selectionField(z.enum(ALL_HELPER_PERMISSIONS)).transform((all) => [...new Set(all)]),
});
export type HelperLimits = z.output<typeof HelperLimits>;

export const helperLimitColumns = {
  dailyLimit: helpers.dailyLimit,
  permissions: helpers.permissions,
} satisfies Record<keyof HelperLimits, unknown>;
