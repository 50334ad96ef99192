import { type PinInput, requirePin } from "#lib/account/pin/require-pin";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { PlacePurchaseInput } from "./offer.ts";
import { findPlacement, type Placement, placePurchase } from "./place-purchase.ts";

interface BrowserPurchase extends Omit<PlacePurchaseInput, "channel" | "messageBy">, PinInput {
  /** Chooses the medium of a message to the customer, once the PIN is right. */
  chooseMessage?: (() => Promise<PlacePurchaseInput["messageBy"]>) | undefined;
}

/**
 * Places a purchase in the browser: checks the reseller's PIN first, if they have one, so that a wrong one
 * moves nothing. A form sent again after its response was lost gets its purchase with any PIN. The API
 * needs no PIN, only its token.
 * @throws like `requirePin`, `chooseMessage` and `placePurchase`.
 */
export async function buyWithPin(ctx: Ctx, input: BrowserPurchase): Promise<Placement> {
  const { pin, keepPin, chooseMessage, ...details } = input;
  requireReseller(ctx, "sell");
  const order = { ...details, channel: "web" as const };
  const earlier = await findPlacement(ctx, order);
  if (earlier) return earlier;
  await requirePin(ctx, { pin, keepPin });
  return placePurchase(ctx, { ...order, messageBy: await chooseMessage?.() });
}
