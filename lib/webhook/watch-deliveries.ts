import { listen } from "#db/listen";
import { type Ctx, requireReseller } from "#lib/core/context";

/** Tells when a message to the acting reseller's addresses was tried. @returns how to stop. */
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
