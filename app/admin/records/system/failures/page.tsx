import { AdminList } from "#app/admin/admin-list";
import { Card } from "#app/ui/card";
import type { Query } from "#app/ui/list/build-href.ts";
import { modules } from "#lib/modules";
import { createFailureList, listFailingLanes } from "#lib/monitoring/lane-failures";
import { requireAdminPage } from "#lib/request/actor";
import { FailureList, NO_FAILURES } from "./failure-list.tsx";

export const metadata = { title: "Failing background work" };

export default async function FailuresPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const lanes = await listFailingLanes(ctx, modules);
  const options = lanes.map(({ lane, label, count }) => ({ value: lane, label: `${label} (${count})` }));
  return (
    <AdminList
      live
      complete
      ctx={ctx}
      here="/admin/records/system/failures"
      query={await searchParams}
      list={createFailureList(modules)}
      title="Failing background work"
      lead="Failed work is retried automatically after a pause, of one hour at most."
      back={{ href: "/admin/records/system", label: "System" }}
      search="Part of the error, or the item"
      filters={[{ name: "lane", label: "Kind", options }]}
      empty={NO_FAILURES}
    >
      {({ rows }) => (
        <Card>
          <FailureList failures={rows} />
        </Card>
      )}
    </AdminList>
  );
}
