import type { Metadata } from "next";
import { history } from "#lib/audit/history";
import type { Catalogue } from "#lib/catalogue/catalogue";
import { current } from "#lib/catalogue/current";
import { DISPATCH_SUBJECT, type OnPriceRise } from "#lib/purchase/send/control";
import { dispatchStatus } from "#lib/purchase/send/dispatch-status";
import { settings } from "#lib/reconcile/settings";
import { upstreamBalance } from "#lib/reconcile/upstream-balance";
import { failureList } from "#lib/report/lane-failures";
import { laneStates } from "#lib/report/lane-states";
import { type ProcessView, processes } from "#lib/report/processes";
import { upstreamHealth } from "#lib/report/upstream-health";
import { upkeep } from "#lib/upkeep/upkeep";
import { requireAdminPage } from "#lib/web/actor";
import manifest from "../../../package.json" with { type: "json" };
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Live } from "../../ui/live.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Select } from "../../ui/select.tsx";
import { Time } from "../../ui/time.tsx";
import { DeskForm } from "../desk-form.tsx";
import { Sending } from "../unconfirmed/sending.tsx";
import { Upstream } from "../unconfirmed/upstream.tsx";
import { changeOnPriceRise, syncNow } from "./actions.ts";
import { Health } from "./health.tsx";
import { FailureList } from "./jobs/failure-list.tsx";
import { LaneTable } from "./lane-table.tsx";
import { Upkeep } from "./upkeep.tsx";

export const metadata: Metadata = { title: "System" };

/** How everything runs: the upstream, what waits, the catalogue, background jobs, processes. */
export default async function SystemPage() {
  const { ctx } = await requireAdminPage();
  const [health, balance, rules, sending, catalogue, failures, lanes, running, records, done] =
    await Promise.all([
      upstreamHealth(ctx),
      upstreamBalance(ctx),
      settings(ctx),
      dispatchStatus(ctx),
      current(ctx),
      failureList.page(ctx, {}, 5),
      laneStates(ctx),
      processes(ctx),
      history(ctx, { ...DISPATCH_SUBJECT, latest: 20 }),
      upkeep(ctx),
    ]);
  return (
    <>
      <Live />
      <PageHeader title="System" lead={`Version ${manifest.version}`}>
        <ButtonLink href="/admin/system/support" variant="secondary">
          Get help
        </ButtonLink>
      </PageHeader>
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
        <div className="grid min-w-0 gap-5">
          <Card
            title="Failing background work"
            action={
              failures.next && (
                <PageLink href="/admin/system/jobs" className="font-medium text-accent text-sm">
                  See all
                </PageLink>
              )
            }
          >
            <FailureList failures={failures.rows} />
          </Card>
          <Upkeep done={done} />
        </div>
        <div className="min-w-0 lg:col-span-2">
          <LaneTable lanes={lanes} />
        </div>
        <div className="min-w-0 lg:col-span-2">
          <Processes processes={running} />
        </div>
      </div>
    </>
  );
}

/** How old the list of plans is, and a way to ask for it now. */
function CatalogueAge({ catalogue }: { catalogue: Catalogue }) {
  const { fresh, syncedAt, source, failure, version, changedAt, plans } = catalogue;
  const listed = [...plans.values()].filter(({ vanishedAt }) => vanishedAt === null).length;
  return (
    <Card
      title="Catalogue"
      action={
        <Badge tone={fresh ? "good" : "bad"} icon>
          {fresh ? "Fresh" : "Too old to sell"}
        </Badge>
      }
    >
      <Facts
        facts={[
          { label: "Asked for", value: syncedAt ? <Time at={syncedAt} /> : "Never" },
          { label: "Plans listed", value: listed },
          { label: "List", value: source === "plain" ? "Plain, without level prices" : "Filtered" },
          { label: `Version ${version}`, value: <Time at={changedAt} /> },
          ...(failure ? [{ label: "Last try failed", value: failure }] : []),
        ]}
      />
      <div className="mt-4">
        <DeskForm needs="prices" id="sync" action={syncNow} why={null} submit="Ask for it now" />
      </div>
    </Card>
  );
}

const OPTIONS = [
  { value: "refund", label: "Give the money back at once" },
  { value: "wait", label: "Let it wait until its deadline" },
];

/** What becomes of purchases that wait while their plan comes to cost more than was paid. */
function PriceRise({ onPriceRise }: { onPriceRise: OnPriceRise }) {
  return (
    <Card title="When a price rises above what was paid">
      <p className="mb-4 text-muted text-sm">
        A purchase that waits is never sent at a loss. The same holds when its plan goes off sale.
      </p>
      <DeskForm
        needs="rules"
        id="price-rise"
        action={changeOnPriceRise}
        hidden={{ seen: onPriceRise }}
        submit="Save"
      >
        <Select label="What waits then" name="to" options={OPTIONS} defaultValue={onPriceRise} />
      </DeskForm>
    </Card>
  );
}

/** The portal's processes: what they do, which version they run, and when they last said so. */
function Processes({ processes }: { processes: readonly ProcessView[] }) {
  return (
    <section>
      <h2 className="mb-2 font-semibold">Processes</h2>
      {processes.length === 0 ? (
        <p className="text-muted">None said that it runs.</p>
      ) : (
        <DataTable caption="Processes" dense columns={COLUMNS} rows={processes} rowKey={({ name }) => name} />
      )}
    </section>
  );
}

const COLUMNS: Column<ProcessView>[] = [
  {
    key: "name",
    head: "Process",
    phone: "title",
    cell: ({ name }) => <span className="break-all font-mono text-sm">{name}</span>,
  },
  { key: "roles", head: "Does", phone: "note", cell: ({ roles }) => roles.replace(",", " and ") },
  { key: "version", head: "Version", phone: "value", cell: ({ version }) => version },
  { key: "started", head: "Started", cell: ({ startedAt }) => <Time at={startedAt} /> },
  { key: "seen", head: "Last seen", cell: ({ seenAt }) => <Time at={seenAt} /> },
  {
    key: "state",
    head: "State",
    phone: "state",
    cell: ({ alive }) => (
      <Badge tone={alive ? "good" : "bad"} icon>
        {alive ? "Alive" : "Silent"}
      </Badge>
    ),
  },
];
