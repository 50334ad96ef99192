import { AccountSettings } from "#app/(reseller)/settings/account-settings";
import { SettingsTabs } from "#app/admin/tabs";
import type { Query } from "#app/ui/list/build-href.ts";
import { requireAdminPage } from "#lib/request/actor";

export const metadata = { title: "Settings" };

export default async function AdminSettingsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx, session } = await requireAdminPage(null);
  return (
    <AccountSettings
      ctx={ctx}
      session={session}
      query={await searchParams}
      tabs={<SettingsTabs here="/admin/settings" />}
    />
  );
}
