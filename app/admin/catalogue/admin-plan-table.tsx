import { Badge, StateBadge } from "#app/ui/badge";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { actionsColumn, type Column, DataTable } from "#app/ui/list/data-table";
import { RowLink } from "#app/ui/list/row-link";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import type { AdminPlanView, LevelQuote } from "#lib/catalogue/admin-plan-view";
import { formatPlanName } from "#lib/catalogue/plan-label";
import type { NotSoldReason } from "#lib/catalogue/price/price";
import { LEVELS } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { ConfirmPlanDialog, describeDoubt } from "./confirm-plan-dialog.tsx";

export function AdminPlanTable({ plans }: { plans: readonly AdminPlanView[] }) {
  const columns = plans.some(({ doubt }) => doubt !== null) ? [...COLUMNS, CONFIRM_COLUMN] : COLUMNS;
  return <DataTable caption="Plans" dense columns={columns} rows={plans} rowKey={({ id }) => id} />;
}

const COLUMNS: Column<AdminPlanView>[] = [
  {
    head: "Network",
    headHidden: true,
    phone: "lead",
    from: "never",
    cell: ({ networkName }) => <NetworkTile name={networkName} size="sm" />,
  },
  {
    head: "Plan",
    phone: "title",
    cell: (plan) => (
      <>
        <RowLink
          href={`/admin/catalogue/${plan.id}`}
          label={`${formatPlanName(plan)}, ${formatPlanDetail(plan)}`}
          className="whitespace-nowrap font-medium"
        >
          {formatPlanName(plan)}
        </RowLink>
        <span className="block max-w-64 truncate text-muted text-sm max-md:hidden">
          {formatPlanDetail(plan)}
        </span>
      </>
    ),
  },
  { head: "Type", phone: "note", from: "never", cell: formatPlanDetail },
  { head: "Status", phone: "state", cell: (plan) => <PlanState plan={plan} /> },
  {
    head: "Cost",
    align: "end",
    phone: "value",
    cell: ({ cost }) => (cost === null ? <UnknownPrice /> : <Money text={formatMoney(cost)} />),
  },
  ...LEVELS.map(
    (level): Column<AdminPlanView> => ({
      head: LEVEL_LABELS[level],
      align: "end",
      from: "lg",
      cell: ({ levels }) => <QuoteCell quote={levels[level]} />,
    }),
  ),
];

const CONFIRM_COLUMN = actionsColumn<AdminPlanView>((plan) => <ConfirmPlanDialog plan={plan} />);

function formatPlanDetail({ id, typeName, name, validity }: AdminPlanView): string {
  return `${name ?? typeName}, ${validity} · #${id}`;
}

function PlanState({ plan }: { plan: AdminPlanView }) {
  const { reason, belowCost } = plan;
  if (reason === "doubt")
    return (
      <>
        <StateBadge {...NOT_SOLD_LABELS.doubt} icon={false} />
        <span className="block max-w-64 whitespace-normal text-muted text-sm">{describeDoubt(plan)}</span>
      </>
    );
  if (reason) return <StateBadge {...NOT_SOLD_LABELS[reason]} icon={false} />;
  if (belowCost.length > 0) return <Badge tone="bad">Below cost for {belowCost.length}</Badge>;
  return <Badge tone="good">On sale</Badge>;
}

/** A level's price above its margin; faint where that level can't buy the plan. */
function QuoteCell({ quote: { price, margin, reason, rule } }: { quote: LevelQuote }) {
  if (price === null) return <UnknownPrice />;
  return (
    <span className="block" title={rule ? `${rule.what} ${rule.markup}` : "Listed price"}>
      <Money text={formatMoney(price)} className={reason ? "text-faint" : "font-medium"} />
      {reason && <span className="sr-only"> not sold</span>}
      {margin !== null && (
        <span className={margin < 0n ? "block text-bad text-xs" : "block text-muted text-xs"}>
          {margin < 0n ? "−" : "+"}
          {formatMoney(margin < 0n ? -margin : margin)}
          {rule && <span className="text-accent"> rule</span>}
        </span>
      )}
    </span>
  );
}

function UnknownPrice() {
  return <span className="text-faint">unknown</span>;
}

export const NOT_SOLD_LABELS: Record<NotSoldReason, StateLabel> = {
  gone: { word: "Not listed", tone: "plain" },
  inactive: { word: "Off at the supplier", tone: "plain" },
  doubt: { word: "To confirm", tone: "bad" },
  hidden: { word: "Hidden", tone: "plain" },
  off: { word: "Turned off", tone: "wait" },
  no_cost: { word: "Cost unknown", tone: "unsure" },
  no_price: { word: "No price", tone: "unsure" },
  below_cost: { word: "Below cost", tone: "bad" },
  paused: { word: "Paused", tone: "wait" },
};
