import type { Metadata } from "next";
import { noticeSettings } from "#lib/notice/choose";
import { requireResellerPage } from "#lib/web/actor";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PushDevices } from "./devices.tsx";
import { MailNotice } from "./mail-notice.tsx";
import { NoticeChoices } from "./notice-settings.tsx";

export const metadata: Metadata = { title: "Notices" };

export default async function NoticeSettingsPage() {
  const { ctx } = await requireResellerPage();
  return (
    <>
      <PageHeader title="Notices" back={{ href: "/settings", label: "Settings" }} />
      <div className="grid gap-5">
        <MailNotice ctx={ctx} />
        <NoticeChoices settings={await noticeSettings(ctx)} low />
        <PushDevices ctx={ctx} />
      </div>
    </>
  );
}
