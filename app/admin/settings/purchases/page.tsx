import { AdminForm } from "#app/admin/admin-form";
import { saveSettingsAction } from "#app/admin/settings/actions.ts";
import { Section, SettingsPage } from "#app/admin/settings/section";
import { SettingsSection } from "#app/admin/settings/settings-section";
import { DescriptionList } from "#app/ui/description-list";
import { Disclosure } from "#app/ui/disclosure";
import { formatCount } from "#app/ui/format-count.ts";
import { PageLink } from "#app/ui/page/page-link";
import { Time } from "#app/ui/time";
import { getAuditHistory } from "#lib/audit/audit-history";
import { readSettings } from "#lib/audit/settings/read-settings";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { formatNetworkName } from "#lib/core/text/display-name";
import { issueSettings } from "#lib/issue/issue-settings";
import { advanceSettings } from "#lib/purchase/advance/advance-settings";
import { getAdvances } from "#lib/purchase/advance/get-advances";
import { reconcileSettings } from "#lib/reconcile/reconcile-settings";
import { requireAdminPage } from "#lib/request/actor";

export const metadata = { title: "Purchase settings" };

export default async function PurchaseSettingsPage() {
  const { ctx } = await requireAdminPage();
  return (
    <SettingsPage
      title="Purchase settings"
      lead="How unconfirmed purchases are resolved and delivery issues handled."
      here="/admin/settings/purchases"
    >
      <SettingsSection ctx={ctx} of={reconcileSettings} />
      <AdvanceSection ctx={ctx} />
      <DeliveryIssueSection ctx={ctx} />
    </SettingsPage>
  );
}

async function AdvanceSection({ ctx }: { ctx: Ctx }) {
  const [{ enabled, version }, { open, awaiting, sum, unanswered }] = await Promise.all([
    readSettings(ctx, advanceSettings),
    getAdvances(ctx),
  ]);
  const turn = enabled ? "Turn off" : "Turn on";
  return (
    <Section
      id="advances"
      title={advanceSettings.title}
      text={advanceSettings.text}
      records={getAuditHistory(ctx, { subject: "advances", subjectId: "1", latest: 50 })}
    >
      <DescriptionList
        facts={[
          { label: "Status", value: enabled ? "On" : "Off" },
          { label: "Credited, still unconfirmed", value: formatCount(open) },
          { label: "Delivered, buyers to answer", value: formatCount(awaiting) },
          { label: "Sum of both", value: formatMoney(sum) },
        ]}
      />
      {unanswered.length > 0 && (
        <Disclosure title={awaiting > unanswered.length ? "Oldest to answer" : "Buyers to answer"}>
          <ul className="divide-y divide-line">
            {unanswered.map(({ ident, reseller, price, askedAt }) => (
              <li key={ident} className="flex flex-wrap justify-between gap-x-4 py-2">
                <PageLink href={`/admin/purchases/${ident}`} className="underline underline-offset-4">
                  {reseller}, {formatMoney(price)}
                </PageLink>
                <span className="text-muted text-sm">
                  asked <Time at={askedAt} />
                </span>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      <Disclosure title={`${turn} credits`}>
        <p className="mb-3 text-muted text-sm">
          {enabled
            ? "No more purchases are credited. Those credited so far end as described."
            : "The operator bears what buyers keep. Turning it on needs another owner’s approval."}
        </p>
        <AdminForm
          needs="rules"
          id="turn-advances"
          action={saveSettingsAction}
          hidden={{ settings: advanceSettings.name, enabled: enabled ? "" : "yes", version }}
          submit={`${turn} credits`}
        />
      </Disclosure>
    </Section>
  );
}

async function DeliveryIssueSection({ ctx }: { ctx: Ctx }) {
  const { networks } = await getCatalogue(ctx);
  const checks = networks.map(({ id, name }) => [id, `Balance check on ${formatNetworkName(name)}`]);
  return <SettingsSection ctx={ctx} of={issueSettings} labels={{ checks: Object.fromEntries(checks) }} />;
}
