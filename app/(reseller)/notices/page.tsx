import type { Metadata } from "next";
import { requireResellerPage } from "#lib/web/actor";
import type { Query } from "../../ui/address.ts";
import { Notices } from "./notices.tsx";

export const metadata: Metadata = { title: "Notices" };

export default async function NoticesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  return <Notices ctx={ctx} kind="reseller" query={await searchParams} />;
}
