import type { Metadata } from "next";
import { savedViews } from "#lib/desk/saved-views";
import { failedJobList, failedTasks } from "#lib/report/jobs";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { Card } from "../../../ui/card.tsx";
import { AdminList } from "../../saved-views.tsx";
import { JobList, NO_JOBS } from "./job-list.tsx";

export const metadata: Metadata = { title: "Failed jobs" };

const HERE = "/admin/system/jobs";

/** Every background job that gave up. */
export default async function FailedJobsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [page, tasks, views] = await Promise.all([
    failedJobList.page(ctx, await searchParams),
    failedTasks(ctx),
    savedViews(ctx, { list: HERE }),
  ]);
  const options = tasks.map(({ task, count }) => ({ value: task, label: `${task} (${count})` }));
  return (
    <AdminList
      live
      here={HERE}
      views={views}
      page={page}
      title="Failed jobs"
      lead="None of them is tried again by itself."
      back={{ href: "/admin/system", label: "System" }}
      search="A part of the error"
      filters={[{ name: "task", label: "Task", empty: "All", options }]}
      empty={NO_JOBS}
    >
      <Card>
        <JobList jobs={page.rows} />
      </Card>
    </AdminList>
  );
}
