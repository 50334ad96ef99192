import type { Ctx } from "#lib/core/context";
import { conflictError, PortalError } from "#lib/core/error";
import { getProviders, type Providers } from "#lib/payment/providers/configured-providers";
import type { ProviderName } from "#lib/payment/providers/provider";
import { findOrder } from "./find-order.ts";
import { payOrder } from "./pay-order.ts";

/** A provider that hangs takes 20 seconds, and a customer waits for no more than two. */
const MAX_TRIED = 2;

/**
 * Starts the payment of an order on the page of the best provider, for a customer with the order's code; on
 * the next one's when it opens none. A second call returns the same page while it is open.
 * @throws not_found; conflict when it can't be paid online now; unavailable when no provider opens
 * a page: nothing was paid
 */
export async function payOrderNow(
  ctx: Ctx,
  { slug, code }: { slug: string; code: string },
  providers: Providers = getProviders(),
): Promise<{ provider: ProviderName; page: string }> {
  const { payOnline } = await findOrder(ctx, { slug, code });
  let failure: unknown = conflictError("This order can’t be paid online any more. Contact the shop.");
  for (const { name: provider } of payOnline.slice(0, MAX_TRIED))
    try {
      const { page } = await payOrder(ctx, { slug, code, provider }, providers);
      return { provider, page };
    } catch (error) {
      if (!(error instanceof PortalError && error.code === "unavailable")) throw error;
      failure = error;
    }
  throw failure;
}
