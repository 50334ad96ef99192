import { Section, SettingsPage } from "#app/admin/settings/section";
import { SettingsSection } from "#app/admin/settings/settings-section";
import { Card } from "#app/ui/card";
import { DescriptionList } from "#app/ui/description-list";
import { MEDIUM_LABELS } from "#app/ui/message-labels.ts";
import { PageLink } from "#app/ui/page/page-link";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { pluralise } from "#lib/core/text/pluralise";
import { sumMessages } from "#lib/message/message-list";
import { messageSettings } from "#lib/message/message-settings";
import { listMessageProviders } from "#lib/message/providers/configured-providers";
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

function MessageSection({ ctx }: { ctx: Ctx }) {
  const { title, text } = messageSettings;
  const providers = listMessageProviders();
  if (providers.length === 0)
    return (
      <Section
        id="customer-messages"
        title={title}
        text="No message provider is set up. To offer messages, set the keys of Termii or Twilio on the server."
      />
    );
  const available = providers.map(
    ({ label, media }) => `${label} (${media.map((medium) => MEDIUM_LABELS[medium]).join(", ")})`,
  );
  return (
    <SettingsSection ctx={ctx} of={messageSettings} text={`${text} Providers: ${available.join(", ")}.`} />
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
