import { z } from "zod";
import { PinInput } from "#lib/account/pin/require-pin";
import { Ref } from "#lib/purchase/place/offer";

const id = z
  .string()
  .regex(/^\d{1,9}$/)
  .catch("");

/** The form values of the buy page. */
export const BuyForm = z.object({
  /** `plans` only shows the plans of the selection: for browsers without script. */
  intent: z.enum(["plans", "review", "change", "confirm"]).catch("review"),
  ref: Ref,
  network: id,
  type: id,
  plan: id,
  phone: z.string().max(40, "This number is too long. Enter a valid phone number.").default(""),
  /** In minor units: the price shown with the plan, and the price of the review. */
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
  /** The customer price, as typed in the review. */
  retail: z.string().max(40).optional().catch(undefined),
  ...PinInput.shape,
  again: z.literal("yes").optional().catch(undefined),
});
export type BuyForm = z.infer<typeof BuyForm>;
