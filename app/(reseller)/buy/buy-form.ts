import { z } from "zod";
import { PinInput } from "#lib/account/pin/require-pin";
import { Ref } from "#lib/purchase/place/offer";

const id = z
  .string()
  .regex(/^\d{1,9}$/)
  .catch("");

/** Everything the buy page sends: what was picked, what was seen, and which button was pressed. */
export const BuyForm = z.object({
  /** `plans` only shows the plans of what was picked: for browsers without script. */
  intent: z.enum(["plans", "review", "change", "confirm"]).catch("review"),
  ref: Ref,
  network: id,
  type: id,
  plan: id,
  phone: z.string().max(40, "That is too long for a number.").default(""),
  /** In minor units: the price beside the plan, and the price on the review. */
  seen: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .catch(undefined),
  price: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .catch(undefined),
  /** What the customer pays the reseller, as typed on the review. */
  retail: z.string().max(40).optional().catch(undefined),
  ...PinInput.shape,
  again: z.literal("yes").optional().catch(undefined),
});
export type BuyForm = z.infer<typeof BuyForm>;
