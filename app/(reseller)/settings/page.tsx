import type { Metadata } from "next";
import { leftBehind } from "#lib/safety/left-behind";
import { requireResellerPage } from "#lib/web/actor";
import { AskUs } from "../../ui/ask-us.tsx";
import { Card } from "../../ui/card.tsx";
import { OwnSettings } from "./own-settings.tsx";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const { ctx, session } = await requireResellerPage();
  return (
    <OwnSettings session={session} found={await leftBehind(ctx)} noticesAt="/settings/notices">
      <Card title="Help">
        <AskUs>when something does not work</AskUs>
      </Card>
    </OwnSettings>
  );
}
