import type { Metadata } from "next";
import { listSessions } from "#lib/account/list-sessions";
import { requireResellerPage } from "#lib/web/actor";
import { AskUs } from "../../ui/ask-us.tsx";
import { Card } from "../../ui/card.tsx";
import { OwnSettings } from "./own-settings.tsx";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const { ctx, session } = await requireResellerPage();
  return (
    <OwnSettings session={session} sessions={await listSessions(ctx)}>
      <Card title="Help">
        <AskUs>when something does not work</AskUs>
      </Card>
    </OwnSettings>
  );
}
