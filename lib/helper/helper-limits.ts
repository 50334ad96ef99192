import { z } from "zod";
import { ALL_HELPER_PERMISSIONS } from "#lib/core/helper-permission";
import { Amount } from "#lib/core/money/amount";

/** The fields of a form that say how far a helper may go. */
export const HelperLimits = z.object({
  /** In minor units or as typed; empty for no limit. */
  dailyLimit: z
    .union([z.literal("").transform(() => null), z.null(), Amount])
    .optional()
    .transform((limit) => limit ?? null),
  /** One or several of a form's boxes. */
  permissions: z
    .union([z.string().transform((permission) => [permission]), z.array(z.string()).max(20)])
    .default([])
    .pipe(z.array(z.enum(ALL_HELPER_PERMISSIONS)))
    .transform((all) => [...new Set(all)]),
});
