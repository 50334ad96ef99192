import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { RefuseOrderInput, refuseOrder } from "./refuse-order.ts";

export const RefuseOrdersInput = RefuseOrderInput.omit({ code: true }).extend({
  code: z
    .union([RefuseOrderInput.shape.code.transform((one) => [one]), z.array(RefuseOrderInput.shape.code)], {
      error: "Select the orders to refuse.",
    })
    .pipe(z.array(z.string()).min(1, "Select the orders to refuse.").max(100, "Refuse at most 100 at once.")),
});
export type RefuseOrdersInput = z.input<typeof RefuseOrdersInput>;

/** Why one of several orders was not refused, by its code. */
export interface NotRefused {
  code: string;
  message: string;
}

/**
 * Refuses unpaid orders of the acting reseller, each for itself: one that was paid meanwhile stays, and the rest goes on.
 * @returns how many were refused, and which were not.
 */
export async function refuseOrders(
  ctx: Ctx,
  input: RefuseOrdersInput,
): Promise<{ refused: number; not: NotRefused[] }> {
  const { code: codes, reason } = RefuseOrdersInput.parse(input);
  const not: NotRefused[] = [];
  for (const code of new Set(codes)) {
    try {
      await refuseOrder(ctx, { code, reason });
    } catch (error) {
      if (!(error instanceof PortalError) || !["not_found", "conflict"].includes(error.code)) throw error;
      not.push({ code, message: error.message });
    }
  }
  return { refused: new Set(codes).size - not.length, not };
}
