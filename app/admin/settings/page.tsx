import { AccountSettings } from "#app/(reseller)/settings/account-settings";
import { SettingsTabs } from "#app/admin/tabs";
import type { Query } from "#app/ui/list/build-href.ts";
import { requireAdminPage } from "#lib/request/actor";
import { MovedSections } from "./moved-sections.tsx";

export const metadata = { title: "Settings" };

export default async function AdminSettingsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx, session } = await requireAdminPage(null);
  return (
    <>
      <MovedSections />
      <AccountSettings
        ctx={ctx}
        session={session}
        query={await searchParams}
        tabs={<SettingsTabs here="/admin/settings" />}
      />
    </>
  );
}
