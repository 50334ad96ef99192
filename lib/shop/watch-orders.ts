import { listen } from "#db/listen";
import { type Ctx, requireReseller } from "#lib/core/context";
import { watch } from "#lib/purchase/read/watch";

/** What happened in a shop: an order came in, or something changed with one. */
export type ShopEvent = "new" | "changed";

/** Tells of every change of the acting reseller's orders and their deliveries. @returns how to stop. */
export async function watchOrders(ctx: Ctx, handler: (event: ShopEvent) => void): Promise<() => void> {
  const { id } = requireReseller(ctx);
  const [stopOrders, stopPurchases] = await Promise.all([
    listen("order", (payload) => {
      const [resellerId, , payment] = payload.split(" ");
      if (payload !== "" && Number(resellerId) !== id) return;
      handler(payment === "awaiting" ? "new" : "changed");
    }),
    watch(ctx, () => handler("changed")),
  ]);
  return () => {
    stopOrders();
    stopPurchases();
  };
}
