import { readSettings } from "#lib/audit/settings/read-settings";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { paymentSettings } from "./payment-settings.ts";
import { getProviders, type Providers } from "./providers/configured-providers.ts";
import { PROVIDER_NAMES } from "./providers/provider.ts";
import { PROVIDERS } from "./providers/providers.ts";
import { buildWebhookUrl } from "./webhook/webhook-url.ts";

/** Lists the providers for the form of the payment settings, which hides those without keys. Admins only. */
export async function listProviders(ctx: Ctx, providers: Providers = getProviders()) {
  requireAdmin(ctx);
  const { dedicatedAccountProvider } = await readSettings(ctx, paymentSettings);
  return PROVIDER_NAMES.map((name) => ({
    name,
    label: PROVIDERS[name].label,
    hasKeys: providers.has(name),
    /** Whether it may give account numbers. */
    givesAccounts:
      (providers.has(name) && PROVIDERS[name].dedicatedAccounts !== undefined) ||
      name === dedicatedAccountProvider,
    /** The operator enters it at the provider. */
    webhooks: buildWebhookUrl(name),
  }));
}
