import type { Metadata } from "next";
import { listSessions } from "#lib/account/list-sessions";
import { requireAdminPage } from "#lib/web/actor";
import { OwnSettings } from "../../(reseller)/settings/own-settings.tsx";

export const metadata: Metadata = { title: "Settings" };

/** An admin's own name, password and devices. */
export default async function AdminSettingsPage() {
  const { ctx, session } = await requireAdminPage();
  return <OwnSettings session={session} sessions={await listSessions(ctx)} />;
}
