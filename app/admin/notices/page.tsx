import type { Metadata } from "next";
import { requireAdminPage } from "#lib/web/actor";
import { Notices } from "../../(reseller)/notices/notices.tsx";
import type { Query } from "../../ui/address.ts";

export const metadata: Metadata = { title: "Notices" };

export default async function AdminNoticesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage(null);
  return <Notices ctx={ctx} kind="admin" query={await searchParams} />;
}
