import type { Ctx } from "#lib/core/context";
import { runDueItems } from "#lib/core/lane/testing/run-due-items";
import { sweepDedicatedAccounts } from "#lib/payment/account/sweep-dedicated-accounts";
import { createPaymentLane } from "#lib/payment/lane/payment-lane";
import { getProviders, type Providers } from "#lib/payment/providers/configured-providers";
import { PROVIDER_NAMES } from "#lib/payment/providers/provider";

/** Processes all that is due now in the lanes of payments and dedicated accounts. */
export async function runPaymentLanes(ctx: Ctx, providers: Providers = getProviders()): Promise<void> {
  for (const scope of [...PROVIDER_NAMES, "own"] as const)
    await runDueItems(
      ctx,
      createPaymentLane(ctx, scope, () => providers),
    );
  await sweepDedicatedAccounts(ctx, providers);
}
