import type { ReactNode } from "react";
import { AdminDialog } from "#app/admin/admin-form";
import {
  addPlanAction,
  confirmRouteCostAction,
  ignoreRouteAction,
  matchRouteAction,
} from "#app/admin/networks/suppliers/actions.ts";
import { ROUTE_STATE_LABELS } from "#app/admin/networks/suppliers/supplier-labels.ts";
import { StateBadge } from "#app/ui/badge";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { actionsColumn, type Column, DataTable } from "#app/ui/list/data-table";
import { getMarginClass } from "#app/ui/margin-class.ts";
import { PageLink } from "#app/ui/page/page-link";
import { formatPlanLabel } from "#lib/catalogue/plan-label";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import type { RouteView } from "#lib/supplier/route-list";
import { createPlanSuggester, type PlanSuggestion } from "#lib/supplier/suggest-plans";

type SuggestedRoute = RouteView & { suggestions: readonly PlanSuggestion[] };

interface Props {
  ctx: Ctx;
  rows: readonly RouteView[];
  isMain: boolean;
}

export async function RouteTable({ ctx, rows, isMain }: Props) {
  const suggest = await createPlanSuggester(ctx);
  const [first, last] = [rows[0], rows.at(-1)];
  return (
    <>
      {first && last && (
        <p className="mb-2 text-muted text-sm">
          {first.place}–{last.place} of {first.total}
        </p>
      )}
      <DataTable
        caption="Plans"
        dense
        columns={isMain ? MAIN_COLUMNS : COLUMNS}
        rows={rows.map((row) => ({ ...row, suggestions: suggest(row) }))}
        rowKey={({ id }) => id}
      />
    </>
  );
}

const COLUMNS: readonly Column<SuggestedRoute>[] = [
  {
    head: "Supplier’s plan",
    phone: "title",
    cell: (route) => (
      <>
        {formatPlanLabel(route)} <span className="text-muted text-sm">#{route.id}</span>
      </>
    ),
  },
  {
    head: "Cost there",
    align: "end",
    phone: "value",
    cell: ({ cost, plan }) => (
      <>
        {cost === null ? "Not listed" : formatMoney(cost)}
        {plan?.cost != null && (
          <span className="block text-muted text-sm md:hidden">main {formatMoney(plan.cost)}</span>
        )}
      </>
    ),
  },
  {
    head: "Your plan",
    phone: "note",
    cell: ({ plan, ...route }) =>
      plan ? (
        <PageLink href={`/admin/catalogue/${plan.id}`} className="underline underline-offset-4">
          {plan.label === formatPlanLabel(route) ? `Same,\u00a0plan\u00a0#${plan.id}` : plan.label}
        </PageLink>
      ) : (
        <span className="text-muted max-md:hidden">None</span>
      ),
  },
  {
    head: "Main cost",
    align: "end",
    from: "lg",
    cell: ({ plan }) => (plan?.cost == null ? "" : formatMoney(plan.cost)),
  },
  { head: "Difference", align: "end", cell: (route) => <Difference route={route} /> },
  { head: "Status", cell: ({ state }) => <StateBadge {...ROUTE_STATE_LABELS[state]} /> },
  actionsColumn((route) => (
    <div className="flex flex-wrap items-center justify-end gap-2 whitespace-normal text-left">
      <span className="md:hidden">
        <Difference route={route} />
      </span>
      {route.state !== "open" && (
        <span className="md:hidden">
          <StateBadge {...ROUTE_STATE_LABELS[route.state]} />
        </span>
      )}
      {route.state === "cost" && <ConfirmCostDialog route={route} />}
      {route.state === "plan" && <ConfirmMatchDialog route={route} />}
      {route.state !== "gone" && <MatchDialog route={route} />}
      {route.state === "match" && <AddPlanDialog route={route} />}
      {(route.state === "match" || route.state === "ignored") && <IgnoreDialog route={route} />}
    </div>
  )),
];

const COMPARED_COLUMNS: readonly ReactNode[] = ["Main cost", "Difference"];

/** The main supplier isn't compared with itself. */
const MAIN_COLUMNS = COLUMNS.filter(({ head }) => !COMPARED_COLUMNS.includes(head));

/** The amount that it costs more (+) or less (−) there than at the main supplier. */
function Difference({ route: { cost, plan } }: { route: RouteView }) {
  if (cost === null || plan?.cost == null) return null;
  const saved = plan.cost - cost;
  return (
    <span className={getMarginClass(saved)}>
      {saved === 0n ? "Same" : `${saved > 0n ? "−" : "+"}${formatMoney(saved > 0n ? saved : -saved)}`}
    </span>
  );
}

const toKey = ({ supplierId, id }: RouteView) => ({ supplierId, supplierPlanId: id });

const DIALOG = { needs: "prices", reasonLabel: null, submitLook: "primary" } as const;

function MatchDialog({ route }: { route: SuggestedRoute }) {
  const { id, plan, cost, suggestions } = route;
  const alternatives = suggestions.filter(({ planId }) => planId !== plan?.id);
  const options = [
    ...(plan ? [{ value: String(plan.id), label: plan.label }] : []),
    ...alternatives.map(({ planId, label, cost }) => ({
      value: String(planId),
      label: cost === null ? label : `${label}, ${formatMoney(cost)}`,
    })),
    ...(plan ? [{ value: "none", label: "None of them" }] : []),
  ];
  return (
    <AdminDialog
      {...DIALOG}
      trigger={plan ? "Change" : "Match"}
      look={{ size: "sm", variant: plan ? "quiet" : "secondary" }}
      title={`Which of your plans is ${formatPlanLabel(route)}?`}
      about="A buyer of your plan gets this one from the supplier. Match it only if it is the same bundle."
      id={`match-${id}`}
      action={matchRouteAction}
      hidden={{ ...toKey(route), cost: cost === null ? "" : String(cost) }}
      submit="Save match"
    >
      <Select
        label="Your plan"
        name="planId"
        options={options}
        {...(plan ? { defaultValue: String(plan.id) } : { empty: "Select", defaultValue: "" })}
        hint="With the main supplier’s cost, the most similar first."
      />
      <Input
        label="Another plan’s ID"
        name="otherPlanId"
        inputMode="numeric"
        autoComplete="off"
        optional
        hint="From your catalogue, where it isn’t in the list."
      />
    </AdminDialog>
  );
}

function AddPlanDialog({ route }: { route: RouteView }) {
  const { id, cost } = route;
  if (cost === null) return null;
  return (
    <AdminDialog
      {...DIALOG}
      trigger="Add"
      look={{ size: "sm", variant: "quiet" }}
      title={`Add to your catalogue: ${formatPlanLabel(route)}`}
      about="Resellers see it as a new plan, at this supplier’s listed prices or by your price rules. Add it only if your catalogue doesn’t have the same bundle."
      id={`add-${id}`}
      action={addPlanAction}
      hidden={{ ...toKey(route), cost: String(cost) }}
      submit="Add plan"
    />
  );
}

function IgnoreDialog({ route }: { route: RouteView }) {
  const isIgnored = route.state === "ignored";
  return (
    <AdminDialog
      {...DIALOG}
      trigger={isIgnored ? "Stop ignoring" : "Ignore"}
      look={{ size: "sm", variant: "quiet" }}
      title={`${isIgnored ? "Stop ignoring" : "Ignore"}: ${formatPlanLabel(route)}`}
      about={
        isIgnored
          ? "It is listed among the plans to match again."
          : "It is no longer among the plans to match. You can undo this."
      }
      id={`ignore-${route.id}`}
      action={ignoreRouteAction}
      hidden={{ ...toKey(route), ignored: isIgnored ? "no" : "yes" }}
      submit={isIgnored ? "Stop ignoring" : "Ignore plan"}
    />
  );
}

function ConfirmMatchDialog({ route }: { route: RouteView }) {
  const { id, plan, cost, matchedTexts, planTexts } = route;
  if (!plan || cost === null || planTexts === null) return null;
  return (
    <AdminDialog
      {...DIALOG}
      trigger="Confirm match"
      look={{ size: "sm" }}
      title={`Is it the same bundle: ${formatPlanLabel(route)}?`}
      about={`${
        matchedTexts === planTexts
          ? `It was matched to your plan #${plan.id}, “${planTexts}”, because the texts are the same.`
          : `Your plan #${plan.id} was “${matchedTexts ?? "unknown"}” when it was matched, and is “${planTexts}” now.`
      } A buyer of it gets this supplier’s plan at ${formatMoney(cost)}. Change the match if they differ.`}
      id={`confirm-match-${id}`}
      action={matchRouteAction}
      hidden={{ ...toKey(route), planId: plan.id, cost: String(cost), texts: planTexts }}
      submit="Confirm match"
    />
  );
}

function ConfirmCostDialog({ route }: { route: RouteView }) {
  const { id, cost, confirmedCost, isChargedMore } = route;
  if (cost === null) return null;
  return (
    <AdminDialog
      {...DIALOG}
      trigger="Confirm cost"
      look={{ size: "sm" }}
      title={`Confirm cost: ${formatPlanLabel(route)}`}
      about={`It costs ${formatMoney(cost)} there now${
        confirmedCost === null ? "" : `, confirmed was ${formatMoney(confirmedCost)}`
      }${isChargedMore ? ", but the supplier charged more than it lists" : ""}. A purchase is never sent at a cost above its price.`}
      id={`cost-${id}`}
      action={confirmRouteCostAction}
      hidden={{ ...toKey(route), cost: String(cost) }}
      submit="Confirm cost"
    />
  );
}
