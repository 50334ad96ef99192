import type { Metadata } from "next";
import { FailedJobsInput, failedJobs, failedTasks, JobFilter } from "#lib/report/jobs";
import { requireAdminPage } from "#lib/web/actor";
import { address, type Query } from "../../../ui/address.ts";
import { Card } from "../../../ui/card.tsx";
import { CsvLink } from "../../../ui/csv-link.tsx";
import { filtersOn } from "../../../ui/filters-on.ts";
import { ListFilters } from "../../../ui/list-filters.tsx";
import { Live } from "../../../ui/live.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { JobList } from "./job-list.tsx";

export const metadata: Metadata = { title: "Failed jobs" };

const HERE = "/admin/system/jobs";

/** Every background job that gave up. */
export default async function FailedJobsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const query = await searchParams;
  const on = filtersOn(JobFilter.parse(query));
  const [{ rows, next, previous }, tasks] = await Promise.all([
    failedJobs(ctx, FailedJobsInput.parse(query)),
    failedTasks(ctx),
  ]);
  const options = tasks.map(({ task, count }) => ({ value: task, label: `${task} (${count})` }));
  return (
    <>
      <Live />
      <PageHeader
        title="Failed jobs"
        lead="None of them is tried again by itself."
        back={{ href: "/admin/system", label: "System" }}
      >
        {rows.length > 0 && <CsvLink href={address(`${HERE}/export`, on)} />}
      </PageHeader>
      <ListFilters
        here={HERE}
        on={on}
        search="A part of the error"
        filters={[{ name: "task", label: "Task", empty: "All", options }]}
      />
      <Card>
        <JobList jobs={rows} />
      </Card>
      <Pager
        previous={previous && address(HERE, on, { before: previous })}
        next={next && address(HERE, on, { after: next })}
      />
    </>
  );
}
