import type { Metadata } from "next";
import { mailTrouble } from "#lib/mail/state";
import { noticeSettings } from "#lib/notice/choose";
import { requireAdminPage } from "#lib/web/actor";
import { PushDevices } from "../../../(reseller)/settings/notices/devices.tsx";
import { MailNotice } from "../../../(reseller)/settings/notices/mail-notice.tsx";
import { NoticeChoices } from "../../../(reseller)/settings/notices/notice-settings.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Time } from "../../../ui/time.tsx";

export const metadata: Metadata = { title: "Notices" };

export default async function AdminNoticeSettingsPage() {
  const { ctx } = await requireAdminPage(null);
  const [settings, trouble] = await Promise.all([noticeSettings(ctx), mailTrouble(ctx)]);
  return (
    <>
      <PageHeader title="Notices" back={{ href: "/admin/settings", label: "Settings" }} />
      <div className="grid gap-5">
        <MailNotice ctx={ctx} />
        {trouble && (
          <Notice kind="warn" title="Mail does not go out as it should">
            {trouble.waitingSince && (
              <>
                It waits from <Time at={trouble.waitingSince} />.{" "}
              </>
            )}
            {trouble.givenUp > 0 && `Given up in the last day: ${trouble.givenUp}. `}
            Last trouble: {trouble.problem}
          </Notice>
        )}
        <NoticeChoices settings={settings} low={false} />
        <PushDevices ctx={ctx} />
      </div>
    </>
  );
}
