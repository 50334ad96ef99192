import { Section, SettingsPage } from "#app/admin/settings/section";
import { SettingsSection } from "#app/admin/settings/settings-section";
import type { Ctx } from "#lib/core/context";
import { instructionSettings } from "#lib/funding/payment-instructions";
import { listProviders } from "#lib/payment/list-providers";
import { paymentSettings } from "#lib/payment/payment-settings";
import { requireAdminPage } from "#lib/request/actor";
import { ProviderFeeSection } from "./provider-fees.tsx";

export const metadata = { title: "Payment settings" };

export default async function PaymentSettingsPage() {
  const { ctx } = await requireAdminPage();
  return (
    <SettingsPage
      title="Payment settings"
      lead="How resellers top up their wallets, and what it costs them."
      here="/admin/settings/payments"
    >
      <SettingsSection ctx={ctx} of={instructionSettings} />
      <OnlinePaymentSection ctx={ctx} />
      <ProviderFeeSection ctx={ctx} />
    </SettingsPage>
  );
}

async function OnlinePaymentSection({ ctx }: { ctx: Ctx }) {
  const providers = await listProviders(ctx);
  if (!providers.some(({ hasKeys }) => hasKeys))
    return (
      <Section
        id="online-payments"
        title={paymentSettings.title}
        text="No payment provider is set up. To offer online payments, set a provider’s keys on the server."
      />
    );
  const shown = providers.map(({ name, hasKeys, webhooks }) => [
    name,
    { hint: `Webhook address to enter there: ${webhooks}`, hidden: !hasKeys },
  ]);
  const options = providers
    .filter(({ givesAccounts }) => givesAccounts)
    .map(({ name, label }) => [name, label]);
  return (
    <SettingsSection
      ctx={ctx}
      of={paymentSettings}
      shown={{
        ...Object.fromEntries(shown),
        dedicatedAccountProvider: { options: { "": "None", ...Object.fromEntries(options) } },
      }}
    />
  );
}
