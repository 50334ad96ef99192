import type { Metadata } from "next";
import { AdminList } from "#app/admin/admin-list";
import { loadReseller } from "#app/admin/resellers/load-reseller.ts";
import { ArrowLeftRight } from "#app/ui/icon/icons.ts";
import type { PageProps } from "#app/ui/page/page-props.ts";
import { REQUEST_FILTERS, RequestRows } from "#app/ui/requests/request-rows";
import { createRequestList } from "#lib/api/request-log/request-list";
import { requireAdminPage } from "#lib/request/actor";

export const metadata: Metadata = { title: "API requests" };

const EMPTY_STATE = {
  icon: ArrowLeftRight,
  title: "No API requests",
  text: "Requests with a token of this reseller appear here within seconds and are kept for 7 days.",
};

export default async function AdminRequestsPage({ params, searchParams }: PageProps<{ id: string }>) {
  const { ctx } = await requireAdminPage();
  const { id, name } = await loadReseller(ctx, (await params).id);
  return (
    <AdminList
      ctx={ctx}
      here={`/admin/resellers/${id}/requests`}
      query={await searchParams}
      list={createRequestList(id)}
      title={`API requests of ${name}`}
      back={{ href: `/admin/resellers/${id}`, label: name }}
      search="Request ID, reference or client reference"
      filters={REQUEST_FILTERS}
      days
      empty={EMPTY_STATE}
      searchHint="Enter a whole request ID, reference or client reference. Requests are kept for 7 days."
    >
      {({ rows }) => <RequestRows requests={rows} purchases="/admin/purchases" />}
    </AdminList>
  );
}
