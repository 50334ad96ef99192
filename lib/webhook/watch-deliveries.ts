import { listen } from "#db/listen";
import { type Ctx, requireReseller } from "#lib/core/context";

/**
 * Calls `handler` after each attempt to deliver to the acting reseller's endpoints.
 * @returns a function that stops it
 */
export async function watchDeliveries(ctx: Ctx, handler: () => void, since?: number): Promise<() => void> {
  const { id } = requireReseller(ctx);
  return listen(
    "delivery",
    (resellerId) => {
      if (resellerId === "" || Number(resellerId) === id) handler();
    },
    since,
  );
}
