import type { Metadata } from "next";
import { listSessions } from "#lib/account/list-sessions";
import { requireResellerPage } from "#lib/web/actor";
import { OwnSettings } from "./own-settings.tsx";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const { ctx, session } = await requireResellerPage();
  return <OwnSettings session={session} sessions={await listSessions(ctx)} />;
}
