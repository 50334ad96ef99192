import { AmountInput } from "#app/admin/amount-input";
import { savePaymentSettingsAction } from "#app/admin/settings/actions.ts";
import { Section, SettingsForm, SettingsPage } from "#app/admin/settings/section";
import { SettingsSection } from "#app/admin/settings/settings-section";
import { Checkbox, FieldSet } from "#app/ui/form/checkbox";
import { Select } from "#app/ui/form/select";
import type { Ctx } from "#lib/core/context";
import { formatGroupedDecimal } from "#lib/core/money/money";
import { instructionSettings } from "#lib/funding/payment-instructions";
import { getAdminPaymentSettings } from "#lib/payment/payment-settings";
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

const FEE_BEARER_LABELS = {
  reseller: "Reseller: deducted from the payment",
  operator: "You: the whole payment is credited",
};

async function OnlinePaymentSection({ ctx }: { ctx: Ctx }) {
  const settings = await getAdminPaymentSettings(ctx);
  const {
    providers,
    accountProviders,
    feeBearer,
    minAmount,
    maxAmount,
    dedicatedAccountProvider,
    collect,
    version,
  } = settings;
  if (providers.length === 0)
    return (
      <Section
        id="online-payments"
        title="Online payments"
        text="No payment provider is set up. To offer online payments, set a provider’s keys on the server."
      />
    );
  return (
    <SettingsForm
      id="online-payments"
      title="Online payments"
      text="How resellers top up their wallets online."
      action={savePaymentSettingsAction}
      version={version}
      begun={{
        on: providers.filter(({ on }) => on).map(({ name }) => name),
        collect: collect ? "yes" : [],
        feeBearer,
        dedicatedAccountProvider: dedicatedAccountProvider ?? "",
        minAmount: formatGroupedDecimal(minAmount),
        maxAmount: formatGroupedDecimal(maxAmount),
      }}
      submit="Save payment settings"
    >
      <FieldSet legend="Payment providers" name="on">
        {providers.map(({ name }) => (
          <input key={name} type="hidden" name="shown" value={name} />
        ))}
        {providers.map(({ name, label, on, webhooks }) => (
          <Checkbox
            key={name}
            name="on"
            value={name}
            label={label}
            note={
              <>
                Webhook address to enter there: <span className="wrap-anywhere">{webhooks}</span>
              </>
            }
            defaultChecked={on}
          />
        ))}
      </FieldSet>
      <Checkbox
        name="collect"
        value="yes"
        label="Allow operator collection for shops"
        note="Customers pay into your account. Allow it for each shop on its reseller’s page."
        defaultChecked={collect}
      />
      <Select label="Fee paid by" name="feeBearer" options={FEE_BEARER_LABELS} defaultValue={feeBearer} />
      <Select
        label="Dedicated accounts from"
        name="dedicatedAccountProvider"
        empty="None"
        options={accountProviders.map(({ name, label }) => ({ value: name, label }))}
        defaultValue={dedicatedAccountProvider ?? ""}
        hint="Existing accounts keep working."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountInput label="Minimum" name="minAmount" amount={minAmount} />
        <AmountInput label="Maximum" name="maxAmount" amount={maxAmount} />
      </div>
    </SettingsForm>
  );
}
