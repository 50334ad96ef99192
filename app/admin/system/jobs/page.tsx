import type { Metadata } from "next";
import { savedViews } from "#lib/desk/saved-views";
import { failingLanes, failureList } from "#lib/report/lane-failures";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { Card } from "../../../ui/card.tsx";
import { AdminList } from "../../saved-views.tsx";
import { FailureList, NO_FAILURES } from "./failure-list.tsx";

export const metadata: Metadata = { title: "Failing background work" };

const HERE = "/admin/system/jobs";

/** All that fails in background work. */
export default async function FailuresPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [page, lanes, views] = await Promise.all([
    failureList.page(ctx, await searchParams),
    failingLanes(ctx),
    savedViews(ctx, { list: HERE }),
  ]);
  const options = lanes.map(({ lane, label, count }) => ({ value: lane, label: `${label} (${count})` }));
  return (
    <AdminList
      live
      here={HERE}
      views={views}
      page={page}
      title="Failing background work"
      lead="Each is tried again after a pause that grows to an hour."
      back={{ href: "/admin/system", label: "System" }}
      search="A part of the error, or the item"
      filters={[{ name: "lane", label: "Work", empty: "All", options }]}
      empty={NO_FAILURES}
    >
      <Card>
        <FailureList failures={page.rows} />
      </Card>
    </AdminList>
  );
}
