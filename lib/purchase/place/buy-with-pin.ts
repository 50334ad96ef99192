import { type PinInput, requirePin } from "#lib/account/pin/require-pin";
import type { Ctx } from "#lib/core/context";
import type { PlacePurchaseInput } from "./offer.ts";
import { type Placement, placePurchase } from "./place-purchase.ts";

/**
 * Places a purchase in the browser: checks the reseller's PIN first, if they have one, so that a wrong one moves nothing.
 * The API needs no PIN, only its token.
 * @throws like `requirePin` and `placePurchase`.
 */
export async function buyWithPin(
  ctx: Ctx,
  input: Omit<PlacePurchaseInput, "channel"> & PinInput,
): Promise<Placement> {
  const { pin, keepPin, ...order } = input;
  await requirePin(ctx, { pin, keepPin });
  return placePurchase(ctx, { ...order, channel: "web" });
}
