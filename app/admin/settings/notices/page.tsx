import type { Metadata } from "next";
import { noticeSettings } from "#lib/notice/choose";
import { requireAdminPage } from "#lib/web/actor";
import { NoticeChoices } from "../../../(reseller)/settings/notices/notice-settings.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";

export const metadata: Metadata = { title: "Notices" };

export default async function AdminNoticeSettingsPage() {
  const { ctx } = await requireAdminPage();
  return (
    <>
      <PageHeader title="Notices" back={{ href: "/admin/settings", label: "Settings" }} />
      <NoticeChoices settings={await noticeSettings(ctx)} low={false} />
    </>
  );
}
