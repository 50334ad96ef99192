import { listen } from "#db/listen";
import { type Ctx, requireReseller } from "#lib/core/context";
import { watchOwnPurchases } from "#lib/purchase/read/watch-purchases";

export type ShopEvent = "new" | "changed";

/**
 * Calls the handler on every change of the acting reseller's orders and their deliveries.
 * @returns a function that stops it.
 */
export async function watchOrders(ctx: Ctx, handler: (event: ShopEvent) => void): Promise<() => void> {
  const { id } = requireReseller(ctx);
  const [stopOrders, stopPurchases] = await Promise.all([
    listen("order", (payload) => {
      const [resellerId, , payment] = payload.split(" ");
      if (payload !== "" && Number(resellerId) !== id) return;
      handler(payment === "awaiting" ? "new" : "changed");
    }),
    watchOwnPurchases(ctx, () => handler("changed")),
  ]);
  return () => {
    stopOrders();
    stopPurchases();
  };
}
