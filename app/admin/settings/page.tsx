import { AccountSettings } from "#app/(reseller)/settings/account-settings";
import { SettingsTabs } from "#app/admin/tabs";
import { getAccessReview } from "#lib/access/access-review";
import { listPasskeys } from "#lib/account/passkey/passkeys";
import { getTwoFactorStatus } from "#lib/account/two-factor/two-factor-status";
import { modules } from "#lib/modules";
import { requireAdminPage } from "#lib/web/actor";
import { MovedSections } from "./moved-sections.tsx";

export const metadata = { title: "Settings" };

/** An admin's own account. */
export default async function AdminSettingsPage() {
  const { ctx, session } = await requireAdminPage(null);
  const [review, twoFactor, passkeys] = await Promise.all([
    getAccessReview(ctx, modules),
    getTwoFactorStatus(ctx),
    listPasskeys(ctx),
  ]);
  return (
    <>
      <MovedSections />
      <AccountSettings
        session={session}
        review={review}
        twoFactor={twoFactor}
        passkeys={passkeys}
        tabs={<SettingsTabs here="/admin/settings" />}
      />
    </>
  );
}
