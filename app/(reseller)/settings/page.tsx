import { buttonClass } from "#app/ui/button-class.ts";
import { Card } from "#app/ui/card";
import { ContactSupport } from "#app/ui/page/contact-support";
import { getAccessReview } from "#lib/access/access-review";
import { listPasskeys } from "#lib/account/passkey/passkeys";
import { getPinStatus } from "#lib/account/pin/set-pin";
import { getTwoFactorStatus } from "#lib/account/two-factor/two-factor-status";
import { modules } from "#lib/modules";
import { requireResellerPage } from "#lib/web/actor";
import { AccountSettings } from "./account-settings.tsx";
import { PinCard } from "./pin-card.tsx";

export const metadata = { title: "Settings" };

export default async function SettingsPage() {
  const { ctx, session } = await requireResellerPage();
  const [accessReview, twoFactor, passkeys, pin] = await Promise.all([
    getAccessReview(ctx, modules),
    getTwoFactorStatus(ctx),
    listPasskeys(ctx),
    getPinStatus(ctx),
  ]);
  return (
    <AccountSettings
      session={session}
      review={accessReview}
      twoFactor={twoFactor}
      passkeys={passkeys}
      noticesAt="/settings/notices"
    >
      <PinCard pin={pin} codes={twoFactor.since !== null} />
      <Card
        title="Your data"
        action={
          <a href="/settings/data" download className={buttonClass({ variant: "quiet", size: "sm" })}>
            Download data
          </a>
        }
      >
        <p className="text-muted">
          All data we store about you, your customers and your purchases, in one file.
        </p>
      </Card>
      <Card title="Help">
        <ContactSupport>if something doesn’t work</ContactSupport>
      </Card>
    </AccountSettings>
  );
}
