import type { Query } from "#app/ui/list/build-href.ts";
import { requireResellerPage } from "#lib/request/actor";
import { NotificationList } from "./notification-list.tsx";

export const metadata = { title: "Notifications" };

export default async function NotificationsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  return <NotificationList ctx={ctx} kind="reseller" query={await searchParams} />;
}
