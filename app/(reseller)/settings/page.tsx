import type { Metadata } from "next";
import { listPasskeys } from "#lib/account/passkey/own-passkeys";
import { pin } from "#lib/account/pin/set-pin";
import { twoFactor } from "#lib/account/two-factor/state";
import { leftBehind } from "#lib/safety/left-behind";
import { requireResellerPage } from "#lib/web/actor";
import { AskUs } from "../../ui/ask-us.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { Card } from "../../ui/card.tsx";
import { OwnSettings } from "./own-settings.tsx";
import { PinCard } from "./pin-card.tsx";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const { ctx, session } = await requireResellerPage();
  const [found, second, passkeys, ownPin] = await Promise.all([
    leftBehind(ctx),
    twoFactor(ctx),
    listPasskeys(ctx),
    pin(ctx),
  ]);
  return (
    <OwnSettings
      session={session}
      found={found}
      twoFactor={second}
      passkeys={passkeys}
      noticesAt="/settings/notices"
    >
      <PinCard pin={ownPin} codes={second.since !== null} />
      <Card
        title="Your data"
        action={
          <a href="/settings/data" download className={buttonClass({ variant: "quiet", size: "sm" })}>
            Download my data
          </a>
        }
      >
        <p className="text-muted">All that is kept of you, your customers and your purchases, in one file.</p>
      </Card>
      <Card title="Help">
        <AskUs>when something does not work</AskUs>
      </Card>
    </OwnSettings>
  );
}
