import { AdminDialog, AdminForm } from "#app/admin/admin-form";
import { HistoryDetails } from "#app/admin/history";
import {
  changeSupplierAction,
  startSupplierAction,
  syncSupplierAction,
  turnSupplierOffAction,
  turnSupplierOnAction,
} from "#app/admin/networks/suppliers/actions.ts";
import { AccountFields, TermsFields, UsageFields } from "#app/admin/networks/suppliers/supplier-fields";
import { sellingLabel, sendingLabel } from "#app/admin/networks/suppliers/supplier-labels.ts";
import { UpstreamBalanceCard } from "#app/admin/review/upstream-balance-card";
import { StateBadge } from "#app/ui/badge";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { type DescriptionItems, DescriptionList } from "#app/ui/description-list";
import { Disclosure } from "#app/ui/disclosure";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { PermissionGate } from "#app/ui/page/permission-gate";
import { Time } from "#app/ui/time";
import type { Ctx } from "#lib/core/context";
import type { Routing } from "#lib/dispatch/routing";
import { getSupplierHistory } from "#lib/dispatch/supplier-history";
import type { UpstreamBalance } from "#lib/reconcile/upstream-balance";
import type { SupplierView } from "#lib/supplier/list-suppliers";
import { DIALECT_LABELS } from "#lib/supplier/supplier-fields";

interface Props {
  ctx: Ctx;
  supplier: SupplierView;
  balance: UpstreamBalance | null;
  routing: Routing;
}

export function SupplierCards({ ctx, supplier, balance, routing }: Props) {
  const { id, isMain } = supplier;
  return (
    <div className="mb-5 grid gap-5">
      <SupplierBanner {...supplier} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <Card title="Buying">
            <DescriptionList facts={buildItems(supplier)} />
            <div className="mt-4 flex flex-wrap gap-2">
              <TurnDialog {...supplier} />
              <StartDialog {...supplier} />
              {!isMain && (
                <AdminForm
                  needs="prices"
                  id="sync"
                  action={syncSupplierAction}
                  hidden={{ id }}
                  reasonLabel={null}
                  submit="Fetch list now"
                />
              )}
            </div>
          </Card>
          <UpstreamBalanceCard title="Balance" balance={balance} />
        </div>
        <Card title="Settings">
          <DescriptionList facts={buildSettings(supplier, routing)} />
          <PermissionGate do="suppliers">
            <Disclosure title="Change supplier" open={supplier.needsToken}>
              <div className="pt-2">
                <AdminForm
                  needs="suppliers"
                  id="change"
                  action={changeSupplierAction}
                  hidden={{ id, version: supplier.version }}
                  submit={isMain ? "Save supplier" : "Verify and save"}
                  look={{ variant: "primary" }}
                >
                  <UsageFields supplier={supplier} />
                  {isMain ? <TermsFields supplier={supplier} /> : <AccountFields supplier={supplier} />}
                </AdminForm>
              </div>
            </Disclosure>
          </PermissionGate>
          <HistoryDetails records={getSupplierHistory(ctx, { id })} />
        </Card>
      </div>
    </div>
  );
}

function SupplierBanner({ state, needsToken, isMain, routes, list }: SupplierView) {
  if (needsToken)
    return (
      <Banner kind="error" title="Enter the token again">
        This database is a restored copy, so nothing is bought here until its token is entered under Change
        supplier. In a copy for tests, leave it out.
      </Banner>
    );
  if (!isMain && list.failure)
    return (
      <Banner kind="warn" title="The last list wasn’t accepted">
        {list.failure} The list from before stays in use.
      </Banner>
    );
  if (!isMain && state === "off")
    return (
      <Banner title="Nothing is bought here yet">
        {routes.open} plans are open and {routes.toMatch} to match. Then turn the supplier on.
      </Banner>
    );
  return null;
}

/** Whether sending there says more than the state beside the title. */
function isSendingApart(supplier: SupplierView): boolean {
  const { word } = sendingLabel(supplier);
  return !["Running", "Not buying", sellingLabel(supplier).word].includes(word);
}

function buildItems(supplier: SupplierView): DescriptionItems {
  const { isMain, sending, poor, list, routes, recent } = supplier;
  return [
    isSendingApart(supplier) && { label: "Sending", value: <StateBadge {...sendingLabel(supplier)} /> },
    poor && !sending.stopped && { label: "Reason", value: poor.reason },
    sending.stopped && sending.reason && { label: "Reason", value: sending.reason },
    sending.probeAt && { label: "One purchase is attempted", value: <Time at={sending.probeAt} /> },
    { label: "Plan list from", value: list.syncedAt ? <Time at={list.syncedAt} /> : "Not fetched" },
    ...(isMain
      ? []
      : [
          { label: "Plans open", value: `${routes.open} of ${routes.all}` },
          { label: "Plans to match", value: routes.toMatch },
          routes.closedByCost > 0 && { label: "Costs to confirm", value: routes.closedByCost },
          routes.closedByPlan > 0 && { label: "Matches to confirm", value: routes.closedByPlan },
        ]),
    {
      label: "Last 50 attempts",
      value: recent.attempts === 0 ? "None sent" : `${recent.delivered} of ${recent.attempts} delivered`,
    },
    recent.medianSeconds !== null && {
      label: "Usual response time",
      value: `${recent.medianSeconds.toFixed(1)} s`,
    },
  ];
}

function buildSettings(
  { isMain, dialect, address, level, perMinute, timeoutMs, rank }: SupplierView,
  routing: Routing,
): DescriptionItems {
  return [
    { label: "API", value: DIALECT_LABELS[dialect] ?? dialect },
    { label: "Address", value: isMain ? `${address}, by the configuration` : address },
    { label: "Your level there", value: LEVEL_LABELS[level] },
    { label: "Purchases a minute", value: perMinute },
    { label: "Time limit", value: `${timeoutMs / 1_000} s` },
    { label: "Order", value: <Usage value={rank} unused={routing !== "rank" && "by order"} /> },
  ];
}

/** A figure that counts only while suppliers are chosen in one way. */
function Usage({ value, unused }: { value: number; unused: string | false }) {
  return (
    <>
      {value}
      {unused && (
        <span className="block font-normal text-muted text-sm">Counts where you choose {unused}.</span>
      )}
    </>
  );
}

function TurnDialog({ id, name, version, state, isMain, needsToken }: SupplierView) {
  if (needsToken) return null;
  const isOn = state === "on";
  const label = isOn ? "Turn off" : "Turn on";
  return (
    <AdminDialog
      needs="suppliers"
      trigger={label}
      look={{ variant: isOn ? "secondary" : "primary" }}
      title={`${label}: ${name}`}
      about={
        isOn
          ? `Nothing more is sent there. Sent purchases finish. The other suppliers continue.${
              isMain ? " Its plans stay your catalogue." : ""
            }`
          : "The portal buys its open plans there, by your choice between suppliers. You can turn it off at any time."
      }
      id="turn"
      action={isOn ? turnSupplierOffAction : turnSupplierOnAction}
      hidden={{ id, version }}
      submit={label}
      submitLook={isOn ? "danger" : "primary"}
    />
  );
}

function StartDialog({ id, name, sending }: SupplierView) {
  if (!sending.stopped || sending.stop === null) return null;
  return (
    <AdminDialog
      needs="system"
      trigger="Start sending"
      title={`Start sending: ${name}`}
      about="Correct the cause first. Then its part of the queue is sent."
      id="start"
      action={startSupplierAction}
      hidden={{ supplierId: id, stoppedAt: sending.stop }}
      submit="Start sending"
      submitLook="primary"
    />
  );
}
