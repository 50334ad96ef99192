import { AccountSettings } from "#app/(reseller)/settings/account-settings";
import { SettingsTabs } from "#app/admin/tabs";
import type { Query } from "#app/ui/list/build-href.ts";
import { getAccessReview } from "#lib/access/access-review";
import { listPasskeys } from "#lib/account/passkey/passkeys";
import { getTwoFactorStatus } from "#lib/account/two-factor/two-factor-status";
import { modules } from "#lib/modules";
import { requireAdminPage } from "#lib/web/actor";
import { MovedSections } from "./moved-sections.tsx";

export const metadata = { title: "Settings" };

/** An admin's own account. */
export default async function AdminSettingsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx, session } = await requireAdminPage(null);
  const [{ open }, review, twoFactor, passkeys] = await Promise.all([
    searchParams,
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
        path="/admin/settings"
        open={[open].flat()[0]}
        tabs={<SettingsTabs here="/admin/settings" />}
      />
    </>
  );
}
