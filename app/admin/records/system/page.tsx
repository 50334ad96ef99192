import type { ReactNode } from "react";
import { setPriceRisePolicyAction, syncCatalogueAction } from "#app/admin/actions.ts";
import { AdminForm } from "#app/admin/admin-form";
import { sellingLabel } from "#app/admin/networks/suppliers/supplier-labels.ts";
import { getSendingState, SendingCard } from "#app/admin/review/sending-card";
import { UpstreamBalanceCard } from "#app/admin/review/upstream-balance-card";
import { RecordTabs } from "#app/admin/tabs";
import { StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { DescriptionList } from "#app/ui/description-list";
import { Disclosure } from "#app/ui/disclosure";
import { Select } from "#app/ui/form/select";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PageLink } from "#app/ui/page/page-link";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { Time } from "#app/ui/time";
import type { Catalogue } from "#lib/catalogue/catalogue";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import type { PriceRisePolicy } from "#lib/dispatch/dispatch-control";
import { getDispatchStatus } from "#lib/dispatch/dispatch-status";
import { listMaintenanceRuns } from "#lib/maintenance/maintenance-runs";
import { modules } from "#lib/modules";
import { createFailureList } from "#lib/monitoring/lane-failures";
import { listLaneStates } from "#lib/monitoring/lane-states";
import { listProcesses } from "#lib/monitoring/processes";
import { getUpstreamHealth } from "#lib/monitoring/upstream-health";
import { getUpstreamBalance } from "#lib/reconcile/upstream-balance";
import { requireAdminPage } from "#lib/request/actor";
import { listSuppliers } from "#lib/supplier/list-suppliers";
import manifest from "../../../../package.json" with { type: "json" };
import { FailureList } from "./failures/failure-list.tsx";
import { LaneTable } from "./lane-table.tsx";
import { getBackupState, MaintenanceList } from "./maintenance-list.tsx";
import { getProcessState, ProcessTable } from "./process-table.tsx";
import { SupportCard } from "./support-card.tsx";
import { SystemSummary } from "./system-summary.tsx";
import { getDeliveryState, UpstreamHealthCard } from "./upstream-health-card.tsx";

export const metadata = { title: "System" };

export default async function SystemPage() {
  const { ctx } = await requireAdminPage();
  const [health, suppliers, balance, sending, catalogue, failures, lanes, running, done] = await Promise.all([
    getUpstreamHealth(ctx),
    listSuppliers(ctx),
    getUpstreamBalance(ctx),
    getDispatchStatus(ctx),
    getCatalogue(ctx),
    createFailureList(modules).page(ctx, {}, 5),
    listLaneStates(ctx, modules),
    listProcesses(ctx),
    listMaintenanceRuns(ctx),
  ]);
  return (
    <>
      <LiveUpdates />
      <PageHeader
        title="System"
        lead={`Version ${manifest.version}`}
        tabs={<RecordTabs here="/admin/records/system" />}
      />
      <SystemSummary
        checks={[
          { label: "Sending", state: getSendingState(sending) },
          ...suppliers.map((supplier) => ({
            label: supplier.name,
            href: `/admin/networks/suppliers/${supplier.id}`,
            state: sellingLabel(supplier),
          })),
          { label: "Delivery rate", state: getDeliveryState(health) },
          { label: "Catalogue", state: getCatalogueState(catalogue) },
          { label: "Background work", state: getWorkState(failures.rows.length) },
          { label: "Processes", state: getProcessState(running) },
          { label: "Backup", state: getBackupState(done) },
        ]}
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <UpstreamHealthCard health={health} />
        <div className="grid min-w-0 gap-5">
          <SendingCard ctx={ctx} sending={sending} />
          <UpstreamBalanceCard balance={balance} />
          {failures.rows.length > 0 && (
            <Card
              title="Failing background work"
              action={
                failures.next && (
                  <PageLink href="/admin/records/system/failures" className="font-medium text-accent text-sm">
                    All failures
                  </PageLink>
                )
              }
            >
              <FailureList failures={failures.rows} />
            </Card>
          )}
        </div>
      </div>
      <div className="mt-5 divide-y divide-line border-line border-y">
        <Fold title="Catalogue" open={!catalogue.fresh}>
          <CatalogueAge catalogue={catalogue} />
        </Fold>
        <Fold title="Backups and checks">
          <MaintenanceList done={done} />
        </Fold>
        <Fold title="Rising costs">
          <PriceRiseForm onPriceRise={sending.onPriceRise} />
        </Fold>
        <Fold title="Background work">
          <LaneTable lanes={lanes} />
        </Fold>
        <Fold title="Processes">
          <ProcessTable processes={running} />
        </Fold>
        <Fold title="Support bundle">
          <SupportCard />
        </Fold>
      </div>
    </>
  );
}

function Fold({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <Disclosure title={title} open={open}>
      <div className="pb-5">{children}</div>
    </Disclosure>
  );
}

const getCatalogueState = ({ fresh }: Catalogue): StateLabel =>
  fresh ? { word: "Fresh", tone: "good" } : { word: "Too old to sell", tone: "bad" };

const getWorkState = (failing: number): StateLabel =>
  failing === 0 ? { word: "Healthy", tone: "good" } : { word: "Failing", tone: "unsure" };

function CatalogueAge({ catalogue }: { catalogue: Catalogue }) {
  const { syncedAt, source, failure, version, changedAt, plans } = catalogue;
  const listed = [...plans.values()].filter(({ delistedAt }) => delistedAt === null).length;
  return (
    <Card title="Catalogue" action={<StateBadge {...getCatalogueState(catalogue)} />}>
      <DescriptionList
        facts={[
          { label: "Updated", value: syncedAt ? <Time at={syncedAt} /> : "Never" },
          { label: "Plans listed", value: listed },
          { label: "Source", value: source === "plain" ? "Plain, without level prices" : "Filtered" },
          { label: `Version ${version}`, value: <Time at={changedAt} /> },
          failure && { label: "Last attempt failed", value: failure },
        ]}
      />
      <div className="mt-4">
        <AdminForm
          needs="prices"
          id="sync"
          action={syncCatalogueAction}
          reasonLabel={null}
          submit="Update now"
        />
      </div>
    </Card>
  );
}

const PRICE_RISE_LABELS = {
  refund: "Cancel and refund immediately",
  wait: "Keep queued until the deadline",
};

function PriceRiseForm({ onPriceRise }: { onPriceRise: PriceRisePolicy }) {
  return (
    <Card title="If the cost rises above the price paid">
      <p className="mb-4 text-muted text-sm">
        A queued purchase is never sent at a loss. The same applies if its plan is no longer sold.
      </p>
      <AdminForm
        needs="rules"
        id="price-rise"
        action={setPriceRisePolicyAction}
        hidden={{ expected: onPriceRise }}
        submit="Save policy"
      >
        <Select label="Queued purchases" name="to" options={PRICE_RISE_LABELS} defaultValue={onPriceRise} />
      </AdminForm>
    </Card>
  );
}
