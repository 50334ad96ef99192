import { AccountSettings } from "#app/(reseller)/settings/account-settings";
import { getAccessReview } from "#lib/access/access-review";
import { listPasskeys } from "#lib/account/passkey/passkeys";
import { getTwoFactorStatus } from "#lib/account/two-factor/two-factor-status";
import { hasPermission } from "#lib/core/context";
import { modules } from "#lib/modules";
import { requireAdminPage } from "#lib/web/actor";
import { OnlinePaymentSection, PaymentInstructionsSection } from "./payment-settings.tsx";
import { ApprovalSection, ContactSection, ReportSection, StaffSection } from "./portal-settings.tsx";
import { ProviderFeeSection } from "./provider-fees.tsx";
import { DeliveryIssueSection, UnconfirmedSection } from "./review-settings.tsx";
import { SECTIONS } from "./section.tsx";

export const metadata = { title: "Settings" };

/** An admin's own account, and the settings of the portal for those who may see them. */
export default async function AdminSettingsPage() {
  const { ctx, session } = await requireAdminPage(null);
  const [review, twoFactor, passkeys] = await Promise.all([
    getAccessReview(ctx, modules),
    getTwoFactorStatus(ctx),
    listPasskeys(ctx),
  ]);
  const seesPortal = hasPermission(ctx, "see");
  return (
    <AccountSettings
      session={session}
      review={review}
      twoFactor={twoFactor}
      passkeys={passkeys}
      noticesAt="/admin/settings/notifications"
      above={seesPortal && <SectionLinks />}
    >
      {seesPortal && (
        <>
          <h2 className="mt-4 font-semibold text-lg">Portal settings</h2>
          <StaffSection ctx={ctx} />
          <ApprovalSection ctx={ctx} />
          <ContactSection ctx={ctx} />
          <ReportSection ctx={ctx} />
          <PaymentInstructionsSection ctx={ctx} />
          <OnlinePaymentSection ctx={ctx} />
          <ProviderFeeSection ctx={ctx} />
          <UnconfirmedSection ctx={ctx} />
          <DeliveryIssueSection ctx={ctx} />
        </>
      )}
    </AccountSettings>
  );
}

/** The way to the portal's settings, which are below the admin's own. */
function SectionLinks() {
  return (
    <nav aria-label="Portal settings" className="mb-5">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {Object.entries(SECTIONS).map(([id, title]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-11 items-center font-medium text-accent text-sm underline-offset-4 hover:underline"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
