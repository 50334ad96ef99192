import type { Metadata } from "next";
import Link from "next/link";
import { history } from "#lib/audit/history";
import { current } from "#lib/catalogue/current";
import { DISPATCH_SUBJECT } from "#lib/purchase/send/control";
import { dispatchStatus } from "#lib/purchase/send/dispatch-status";
import { settings } from "#lib/reconcile/settings";
import { upstreamBalance } from "#lib/reconcile/upstream-balance";
import { failedJobList } from "#lib/report/jobs";
import { processes } from "#lib/report/processes";
import { upstreamHealth } from "#lib/report/upstream-health";
import { requireAdminPage } from "#lib/web/actor";
import { Card } from "../../ui/card.tsx";
import { Live } from "../../ui/live.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Sending } from "../unconfirmed/sending.tsx";
import { Upstream } from "../unconfirmed/upstream.tsx";
import { CatalogueAge } from "./catalogue-age.tsx";
import { Health } from "./health.tsx";
import { JobList } from "./jobs/job-list.tsx";
import { PriceRise } from "./price-rise.tsx";
import { Processes } from "./processes.tsx";

export const metadata: Metadata = { title: "System" };

/** How everything runs: the upstream, what waits, the catalogue, background jobs, processes. */
export default async function SystemPage() {
  const { ctx } = await requireAdminPage();
  const [health, balance, rules, sending, catalogue, jobs, running, records] = await Promise.all([
    upstreamHealth(ctx),
    upstreamBalance(ctx),
    settings(ctx),
    dispatchStatus(ctx),
    current(ctx),
    failedJobList.page(ctx, {}, 5),
    processes(ctx),
    history(ctx, { ...DISPATCH_SUBJECT, latest: 20 }),
  ]);
  return (
    <>
      <Live />
      <PageHeader title="System" />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Health health={health} />
        <div className="grid min-w-0 gap-5">
          <Sending sending={sending} records={records} />
          <Upstream balance={balance} lowBalance={rules.lowBalance} />
        </div>
        <div className="grid min-w-0 gap-5">
          <CatalogueAge catalogue={catalogue} />
          <PriceRise onPriceRise={sending.onPriceRise} />
        </div>
        <Card
          title="Failed background jobs"
          action={
            jobs.next && (
              <Link href="/admin/system/jobs" className="font-medium text-accent text-sm">
                See all
              </Link>
            )
          }
        >
          <JobList jobs={jobs.rows} />
        </Card>
        <div className="min-w-0 lg:col-span-2">
          <Processes processes={running} />
        </div>
      </div>
    </>
  );
}
