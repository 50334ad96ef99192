import { PageHeader } from "#app/ui/page/page-header";
import { NOTIFICATION_KINDS } from "#lib/modules";
import { getNotificationSettings } from "#lib/notification/notification-preferences";
import { requireResellerPage } from "#lib/request/actor";
import { MailTroubleBanner } from "./mail-trouble-banner.tsx";
import { NotificationSettingsForm } from "./notification-settings-form.tsx";
import { PushDevices } from "./push-devices.tsx";

export const metadata = { title: "Notifications" };

export default async function NotificationSettingsPage() {
  const { ctx } = await requireResellerPage();
  return (
    <>
      <PageHeader title="Notifications" back={{ href: "/settings", label: "Settings" }} />
      <div className="grid gap-5">
        <MailTroubleBanner ctx={ctx} />
        <NotificationSettingsForm settings={await getNotificationSettings(ctx, NOTIFICATION_KINDS)} low />
        <PushDevices ctx={ctx} />
      </div>
    </>
  );
}
