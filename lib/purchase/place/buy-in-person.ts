import { type PinInput, requirePin } from "#lib/account/pin/require-pin";
import type { Ctx } from "#lib/core/context";
import type { PlaceInput } from "./offer.ts";
import { type Placed, place } from "./place.ts";

/**
 * Places a purchase for a reseller who is here in person: asks for their PIN first, if they have one, so that a wrong one
 * moves nothing. Programs buy by their token alone.
 * @throws what `requirePin` and `place` throw
 */
export async function buyInPerson(ctx: Ctx, input: Omit<PlaceInput, "channel"> & PinInput): Promise<Placed> {
  const { pin, keepPin, ...order } = input;
  await requirePin(ctx, { pin, keepPin });
  return place(ctx, { ...order, channel: "web" });
}
