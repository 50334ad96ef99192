import { AdminForm } from "#app/admin/admin-form";
import { AmountInput } from "#app/admin/amount-input";
import { OnlyApproverNote } from "#app/admin/approval";
import {
  saveApprovalSettingsAction,
  saveContactAction,
  savePrivacyNoticeAction,
  saveReportHourAction,
} from "#app/admin/settings/actions.ts";
import { Section, SettingsForm, SettingsPage } from "#app/admin/settings/section";
import { Disclosure } from "#app/ui/disclosure";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { Textarea } from "#app/ui/form/textarea";
import { getOperatorContact } from "#lib/account/operator-contact";
import { getApprovalLimit } from "#lib/audit/approval-limits";
import { readApprovalSettings } from "#lib/audit/approval-settings";
import { getAuditHistory } from "#lib/audit/audit-history";
import type { Ctx } from "#lib/core/context";
import { formatGroupedDecimal } from "#lib/core/money/money";
import { getReportHour } from "#lib/monitoring/report-hour";
import { getPrivacyNotice } from "#lib/privacy/privacy-notice";
import { requireAdminPage } from "#lib/request/actor";

export const metadata = { title: "General settings" };

export default async function GeneralSettingsPage() {
  const { ctx } = await requireAdminPage();
  return (
    <SettingsPage
      title="General settings"
      lead="Approvals, the support contact, reports and the privacy notice."
      here="/admin/settings/general"
    >
      <ApprovalSection ctx={ctx} />
      <ContactSection ctx={ctx} />
      <ReportSection ctx={ctx} />
      <PrivacySection ctx={ctx} />
    </SettingsPage>
  );
}

async function ApprovalSection({ ctx }: { ctx: Ctx }) {
  const [{ above, version }, approvalLimit, { hasApprover: hasOwner }] = await Promise.all([
    readApprovalSettings(ctx),
    getApprovalLimit(ctx),
    getApprovalLimit(ctx, "staff"),
  ]);
  return (
    <Section
      id="approvals"
      text={
        approvalLimit.hasApprover
          ? "How much money one admin may move manually in 24 hours. Larger amounts need another admin’s approval."
          : "How much money one admin may move manually in 24 hours, once another admin can approve larger amounts."
      }
      records={getAuditHistory(ctx, { subject: "second_admin", subjectId: "rules", latest: 20 })}
    >
      {!approvalLimit.hasApprover && <OnlyApproverNote />}
      <AdminForm
        needs="staff"
        id="daily-limit"
        action={saveApprovalSettingsAction}
        hidden={{ version }}
        begun={{ above: formatGroupedDecimal(above) }}
        submit="Save daily limit"
      >
        <Disclosure title="Changes that count towards the limit">
          <p className="text-muted">
            Adjustments, approved bank transfers, purchases resolved or reversed, payments credited or
            refunded from suspense, refunds cancelled, supplier deposits recorded, and settlement
            discrepancies accepted. Changes approved by another admin don’t count.
          </p>
        </Disclosure>
        <AmountInput
          label="Daily limit per admin"
          name="above"
          hint={
            hasOwner
              ? "Raising it needs another owner’s approval. Lowering it takes effect immediately."
              : "A change takes effect immediately, because no other owner can approve it."
          }
          amount={above}
          className="max-w-xs"
        />
      </AdminForm>
    </Section>
  );
}

async function ContactSection({ ctx }: { ctx: Ctx }) {
  const { name, phone, whatsapp, email, version } = await getOperatorContact(ctx);
  const same = { maxLength: 40, autoComplete: "off", optional: true } as const;
  return (
    <SettingsForm
      id="support-contact"
      text="Shown wherever a page says to contact support. Visitors who aren’t signed in can see it too."
      records={getAuditHistory(ctx, { subject: "contact", subjectId: "operator" })}
      action={saveContactAction}
      version={version}
      begun={{ name, whatsapp: whatsapp?.text ?? "", phone: phone?.text ?? "", email: email ?? "" }}
      submit="Save contact"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Input
          {...same}
          label="Support name"
          name="name"
          maxLength={60}
          placeholder="A person or a team"
          defaultValue={name}
        />
        <Input {...same} label="WhatsApp" name="whatsapp" inputMode="tel" defaultValue={whatsapp?.text} />
        <Input {...same} label="Phone number" name="phone" inputMode="tel" defaultValue={phone?.text} />
        <Input
          {...same}
          label="Email"
          name="email"
          inputMode="email"
          maxLength={254}
          defaultValue={email ?? ""}
        />
      </div>
    </SettingsForm>
  );
}

async function PrivacySection({ ctx }: { ctx: Ctx }) {
  const { text, version } = await getPrivacyNotice(ctx);
  return (
    <SettingsForm
      id="privacy-notice"
      text={
        <>
          Shown at the top of the{" "}
          <a href="/privacy" target="_blank" rel="noopener" className="underline underline-offset-4">
            privacy notice
          </a>
          , which every shop links to. The rest of it follows from how the portal works.
        </>
      }
      records={getAuditHistory(ctx, { subject: "privacy", subjectId: "notice" })}
      action={savePrivacyNoticeAction}
      version={version}
      begun={{ text }}
      submit="Save privacy notice"
    >
      <Textarea
        label="Your company"
        name="text"
        maxLength={2000}
        optional
        hint="Its registered name and address, and whom to ask about personal data."
        defaultValue={text}
      />
    </SettingsForm>
  );
}

const HOUR_OPTIONS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

async function ReportSection({ ctx }: { ctx: Ctx }) {
  const { hour, version } = await getReportHour(ctx);
  return (
    <SettingsForm
      id="reports"
      text="Daily, weekly and monthly reports for admins, and a monthly statement for each reseller. Emails include the file."
      records={getAuditHistory(ctx, { subject: "reports", subjectId: "hour" })}
      action={saveReportHourAction}
      version={version}
      begun={{ hour: String(hour) }}
      submit="Save report time"
    >
      <Select label="Send from" name="hour" options={HOUR_OPTIONS} defaultValue={String(hour)} />
    </SettingsForm>
  );
}
