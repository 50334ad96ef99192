import { NotificationList } from "#app/(reseller)/notifications/notification-list";
import type { Query } from "#app/ui/list/build-href.ts";
import { requireAdminPage } from "#lib/request/actor";

export const metadata = { title: "Notifications" };

export default async function AdminNotificationsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage(null);
  return <NotificationList ctx={ctx} kind="admin" query={await searchParams} />;
}
