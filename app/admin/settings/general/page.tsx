import { OnlyApproverNote } from "#app/admin/approval";
import { SettingsPage } from "#app/admin/settings/section";
import { SettingsSection } from "#app/admin/settings/settings-section";
import { Disclosure } from "#app/ui/disclosure";
import { contactSettings } from "#lib/account/contact-settings";
import { getApprovalLimit } from "#lib/audit/approval-limits";
import { approvalSettings } from "#lib/audit/approval-settings";
import type { Ctx } from "#lib/core/context";
import { reportSettings } from "#lib/monitoring/report-settings";
import { privacySettings } from "#lib/privacy/privacy-settings";
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
      <SettingsSection ctx={ctx} of={contactSettings} />
      <SettingsSection ctx={ctx} of={reportSettings} />
      <SettingsSection ctx={ctx} of={privacySettings} text={<PrivacyText />} />
    </SettingsPage>
  );
}

async function ApprovalSection({ ctx }: { ctx: Ctx }) {
  const [{ hasApprover }, { hasApprover: hasOwner }] = await Promise.all([
    getApprovalLimit(ctx),
    getApprovalLimit(ctx, "staff"),
  ]);
  const hint = hasOwner
    ? "Raising it needs another owner’s approval. Lowering it takes effect immediately."
    : "A change takes effect immediately, because no other owner can approve it.";
  return (
    <SettingsSection
      ctx={ctx}
      of={approvalSettings}
      shown={{ singleAdminLimit: { hint } }}
      text={
        hasApprover
          ? approvalSettings.text
          : "How much money one admin may move manually in 24 hours, once another admin can approve larger amounts."
      }
    >
      {!hasApprover && <OnlyApproverNote />}
      <Disclosure title="Changes that count towards the limit">
        <p className="text-muted">
          Adjustments, approved bank transfers, purchases resolved or reversed, payments credited or refunded
          from suspense, refunds cancelled, supplier deposits recorded, and settlement discrepancies accepted.
          Changes approved by another admin don’t count.
        </p>
      </Disclosure>
    </SettingsSection>
  );
}

function PrivacyText() {
  return (
    <>
      Shown at the top of the{" "}
      <a href="/privacy" target="_blank" rel="noopener" className="underline underline-offset-4">
        privacy notice
      </a>
      , which every shop links to. The rest of it follows from how the portal works.
    </>
  );
}
