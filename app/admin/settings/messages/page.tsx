import { AmountInput } from "#app/admin/amount-input";
import { saveMessageSettingsAction } from "#app/admin/settings/actions.ts";
import { Section, SettingsForm, SettingsPage } from "#app/admin/settings/section";
import { Card } from "#app/ui/card";
import { DescriptionList } from "#app/ui/description-list";
import { Checkbox } from "#app/ui/form/checkbox";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { MEDIUM_LABELS } from "#app/ui/message-labels.ts";
import { PageLink } from "#app/ui/page/page-link";
import { getAuditHistory } from "#lib/audit/audit-history";
import type { Ctx } from "#lib/core/context";
import { formatGroupedDecimal, formatMoney } from "#lib/core/money/money";
import { pluralise } from "#lib/core/text/pluralise";
import { sumMessages } from "#lib/message/message-list";
import { getAdminMessageSettings } from "#lib/message/message-settings";
import { requireAdminPage } from "#lib/request/actor";

export const metadata = { title: "Message settings" };

export default async function MessageSettingsPage() {
  const { ctx } = await requireAdminPage();
  return (
    <SettingsPage
      title="Message settings"
      lead="SMS and WhatsApp messages to the customers of shops."
      here="/admin/settings/messages"
    >
      <MessageSection ctx={ctx} />
      <UsageCard ctx={ctx} />
    </SettingsPage>
  );
}

const PAYER_LABELS = { operator: "You", wallet: "The shop’s reseller, from the wallet" };

const HOUR_OPTIONS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

async function MessageSection({ ctx }: { ctx: Ctx }) {
  const settings = await getAdminMessageSettings(ctx);
  const {
    providers,
    enabled,
    smsPrice,
    whatsappPrice,
    orderPayer,
    quietFrom,
    quietUntil,
    dailyLimit,
    version,
  } = settings;
  if (providers.length === 0)
    return (
      <Section
        id="customer-messages"
        title="Messages to customers"
        text="No message provider is set up. To offer messages, set the keys of Termii or Twilio on the server."
      />
    );
  const available = providers.map(
    ({ label, media }) => `${label} (${media.map((medium) => MEDIUM_LABELS[medium]).join(", ")})`,
  );
  return (
    <SettingsForm
      id="customer-messages"
      title="Messages to customers"
      text={`A customer gets messages about an order only after agreeing to it, in shops whose resellers turned them on. Providers: ${available.join(", ")}.`}
      records={getAuditHistory(ctx, { subject: "message", subjectId: "settings" })}
      action={saveMessageSettingsAction}
      version={version}
      begun={{
        enabled: enabled ? "yes" : [],
        smsPrice: formatGroupedDecimal(smsPrice),
        whatsappPrice: formatGroupedDecimal(whatsappPrice),
        orderPayer,
        quietFrom: String(quietFrom),
        quietUntil: String(quietUntil),
        dailyLimit: String(dailyLimit),
      }}
      submit="Save message settings"
    >
      <Checkbox
        name="enabled"
        value="yes"
        label="Allow messages to customers"
        note="Turned off, no message is sent; those that wait expire after a day."
        defaultChecked={enabled}
      />
      <Select label="Paid by" name="orderPayer" options={PAYER_LABELS} defaultValue={orderPayer} />
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountInput
          label="Price of an SMS message"
          name="smsPrice"
          amount={smsPrice}
          hint="For one message of up to two SMS. After an increase, resellers who pay have to agree again."
        />
        <AmountInput label="Price of a WhatsApp message" name="whatsappPrice" amount={whatsappPrice} />
        <Select
          label="Quiet hours from"
          name="quietFrom"
          options={HOUR_OPTIONS}
          defaultValue={String(quietFrom)}
          hint="Only customers who ordered within half an hour get messages then."
        />
        <Select
          label="Quiet hours until"
          name="quietUntil"
          options={HOUR_OPTIONS}
          defaultValue={String(quietUntil)}
          hint="The same hour twice turns quiet hours off."
        />
        <Input
          label="Daily limit per number"
          name="dailyLimit"
          inputMode="numeric"
          maxLength={3}
          defaultValue={String(dailyLimit)}
        />
      </div>
    </SettingsForm>
  );
}

async function UsageCard({ ctx }: { ctx: Ctx }) {
  const { operator, wallet } = await sumMessages(ctx);
  const format = ({ count, price }: typeof operator) =>
    `${pluralise(count, "message", "messages")}, ${formatMoney(price)}`;
  return (
    <Card title="Last 30 days">
      <p className="mb-3 text-muted text-sm">Messages that providers accepted, at your prices.</p>
      <DescriptionList
        facts={[
          { label: "Paid by you", value: format(operator) },
          { label: "Paid by resellers", value: format(wallet) },
        ]}
      />
      <p className="mt-3">
        <PageLink href="/admin/resellers/shops/messages" className="underline underline-offset-4">
          All messages
        </PageLink>
      </p>
    </Card>
  );
}
