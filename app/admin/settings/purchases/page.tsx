import { AdminForm } from "#app/admin/admin-form";
import { saveDeliveryIssueSettingsAction } from "#app/admin/review/delivery-issues/actions.ts";
import { saveReconcileSettingsAction, turnAdvancesAction } from "#app/admin/settings/actions.ts";
import { Section, SettingsForm, SettingsPage } from "#app/admin/settings/section";
import { DescriptionList } from "#app/ui/description-list";
import { Disclosure } from "#app/ui/disclosure";
import { Checkbox } from "#app/ui/form/checkbox";
import { Input } from "#app/ui/form/input";
import { formatCount } from "#app/ui/format-count.ts";
import { PageLink } from "#app/ui/page/page-link";
import { Time } from "#app/ui/time";
import { getAuditHistory } from "#lib/audit/audit-history";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { formatNetworkName } from "#lib/core/text/display-name";
import { getDeliveryIssueSettings } from "#lib/issue/delivery-issue-view";
import { CHECK_FIELD_PREFIX } from "#lib/issue/set-delivery-issue-settings";
import { getAdvances } from "#lib/purchase/advance/turn-advances";
import { getReconcileSettings } from "#lib/reconcile/reconcile-settings";
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
      <UnconfirmedSection ctx={ctx} />
      <AdvanceSection ctx={ctx} />
      <DeliveryIssueSection ctx={ctx} />
    </SettingsPage>
  );
}

const RECONCILE_FIELDS = [
  {
    name: "lateMinutes",
    label: "Late delivery window",
    hint: "Minutes after an attempt ends in which it may still be delivered.",
    end: "min",
  },
  {
    name: "refundMinutes",
    label: "Late refund window",
    hint: "Minutes after an attempt ends in which the supplier may still refund it.",
    end: "min",
  },
  {
    name: "graceMinutes",
    label: "Deposit grace period",
    hint: "Minutes to record a supplier deposit before it is reported as a discrepancy.",
    end: "min",
  },
] as const;

async function UnconfirmedSection({ ctx }: { ctx: Ctx }) {
  const settings = await getReconcileSettings(ctx);
  const toMinutes = (seconds: number) => String(Math.round(seconds / 60));
  const values: Record<(typeof RECONCILE_FIELDS)[number]["name"], string> = {
    lateMinutes: toMinutes(settings.lateSeconds),
    refundMinutes: toMinutes(settings.refundSeconds),
    graceMinutes: toMinutes(settings.graceSeconds),
  };
  return (
    <SettingsForm
      id="unconfirmed-purchases"
      text="How the portal uses the suppliers’ balances to resolve unconfirmed purchases."
      records={getAuditHistory(ctx, { subject: "reconcile", subjectId: "1", latest: 50 })}
      action={saveReconcileSettingsAction}
      version={settings.version}
      begun={{ ...values, automatic: settings.automatic ? "true" : [] }}
      submit="Save reconciliation settings"
    >
      <Checkbox
        name="automatic"
        value="true"
        label={<span className="font-medium">Resolve automatically from balances</span>}
        note="Turn this off if anything but this portal spends from the account at the supplier."
        defaultChecked={settings.automatic}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {RECONCILE_FIELDS.map((field) => (
          <Input key={field.name} {...field} inputMode="decimal" defaultValue={values[field.name]} />
        ))}
      </div>
    </SettingsForm>
  );
}

async function AdvanceSection({ ctx }: { ctx: Ctx }) {
  const { enabled, open, awaiting, sum, unanswered } = await getAdvances(ctx);
  const turn = enabled ? "Turn off" : "Turn on";
  return (
    <Section
      id="advances"
      text="A purchase that is unconfirmed for a day is credited to its buyer. It stays open: later proof that it failed needs no refund, and later proof of delivery debits the buyer only if they agree."
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
          action={turnAdvancesAction}
          hidden={{ enabled: String(!enabled) }}
          submit={`${turn} credits`}
        />
      </Disclosure>
    </Section>
  );
}

async function DeliveryIssueSection({ ctx }: { ctx: Ctx }) {
  const [settings, { networks }] = await Promise.all([getDeliveryIssueSettings(ctx), getCatalogue(ctx)]);
  return (
    <SettingsForm
      id="delivery-issues"
      text="What resellers are promised, and what they should check before reporting a delivery issue."
      records={getAuditHistory(ctx, { subject: "delivery_issue_settings", subjectId: "1", latest: 50 })}
      action={saveDeliveryIssueSettingsAction}
      version={settings.version}
      begun={{
        replyHours: String(settings.replyHours),
        reportingWindowDays: String(settings.reportingWindowDays),
        ...Object.fromEntries(
          networks.map(({ id }) => [`${CHECK_FIELD_PREFIX}${id}`, settings.checks[id] ?? ""]),
        ),
      }}
      submit="Save delivery issue settings"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Input
          label="Reply within"
          name="replyHours"
          inputMode="numeric"
          hint="Hours. Resellers and customers see it."
          end="hours"
          defaultValue={String(settings.replyHours)}
        />
        <Input
          label="Reporting window"
          name="reportingWindowDays"
          inputMode="numeric"
          hint="Days after the purchase."
          end="days"
          defaultValue={String(settings.reportingWindowDays)}
        />
        {networks.map(({ id, name }) => (
          <Input
            key={id}
            optional
            label={`Balance check on ${formatNetworkName(name)}`}
            name={`${CHECK_FIELD_PREFIX}${id}`}
            maxLength={200}
            placeholder="Code, app or number"
            defaultValue={settings.checks[id] ?? ""}
          />
        ))}
      </div>
    </SettingsForm>
  );
}
