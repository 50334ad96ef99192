import { MailTroubleBanner } from "#app/(reseller)/settings/notifications/mail-trouble-banner";
import { NotificationSettingsForm } from "#app/(reseller)/settings/notifications/notification-settings-form";
import { PushDevices } from "#app/(reseller)/settings/notifications/push-devices";
import { SettingsTabs } from "#app/admin/tabs";
import { Banner } from "#app/ui/banner";
import { PageHeader } from "#app/ui/page/page-header";
import { TimePhrase } from "#app/ui/time";
import { hasPermission } from "#lib/core/context";
import { getMailTrouble } from "#lib/mail/mail-trouble";
import { NOTIFICATION_KINDS } from "#lib/modules";
import { getNotificationSettings } from "#lib/notification/notification-preferences";
import { requireAdminPage } from "#lib/request/actor";
import { Alerts } from "./alerts.tsx";

export const metadata = { title: "Notification settings" };

export default async function AdminNotificationSettingsPage() {
  const { ctx } = await requireAdminPage(null);
  const [settings, trouble] = await Promise.all([
    getNotificationSettings(ctx, NOTIFICATION_KINDS),
    getMailTrouble(ctx),
  ]);
  return (
    <>
      <PageHeader
        title="Notification settings"
        lead="What you’re notified about, and who is alerted outside the portal."
        tabs={<SettingsTabs here="/admin/settings/notifications" />}
      />
      <div className="grid gap-5">
        <MailTroubleBanner ctx={ctx} />
        {trouble && (
          <Banner kind="warn" title="Email isn’t delivered reliably">
            <TimePhrase before="Waiting since " at={trouble.waitingSince} after=". " />
            {trouble.givenUp > 0 && `Failed in the last 24 hours: ${trouble.givenUp}. `}
            Last error: {trouble.problem}
          </Banner>
        )}
        <NotificationSettingsForm settings={settings} low={false} />
        <PushDevices ctx={ctx} />
        {hasPermission(ctx, "see") && <Alerts ctx={ctx} />}
      </div>
    </>
  );
}
