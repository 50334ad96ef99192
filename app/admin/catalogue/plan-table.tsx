import type { AdminPlanView, LevelQuote } from "#lib/catalogue/admin-plan-view";
import { LEVELS } from "#lib/core/context";
import { formatMoney } from "#lib/core/money";
import { Badge } from "../../ui/badge.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { LEVEL_WORDS } from "../../ui/words.ts";
import { NOT_SOLD } from "./not-sold-words.ts";

/** Every plan with its cost, and what each level pays and leaves. */
export function PlanTable({ plans }: { plans: readonly AdminPlanView[] }) {
  return <DataTable caption="Plans" dense columns={COLUMNS} rows={plans} rowKey={({ id }) => id} />;
}

const COLUMNS: Column<AdminPlanView>[] = [
  {
    key: "network",
    head: "Network",
    headHidden: true,
    phone: "lead",
    from: "never",
    cell: ({ networkName }) => <NetworkTile name={networkName} size="sm" />,
  },
  {
    key: "plan",
    head: "Plan",
    phone: "title",
    cell: (plan) => (
      <>
        <PageLink
          href={`/admin/catalogue/${plan.id}`}
          className="stretched whitespace-nowrap rounded-sm font-medium"
        >
          {plan.networkName} {plan.size} {plan.volume}
        </PageLink>
        <span className="block max-w-64 truncate text-muted text-sm max-md:hidden">{detailOf(plan)}</span>
      </>
    ),
  },
  {
    key: "what",
    head: "Type",
    phone: "note",
    from: "never",
    cell: detailOf,
  },
  {
    key: "state",
    head: "State",
    phone: "state",
    cell: (plan) => <State plan={plan} />,
  },
  {
    key: "cost",
    head: "Cost",
    align: "end",
    phone: "value",
    cell: ({ cost }) => (cost === null ? <Unknown /> : <Money text={formatMoney(cost)} />),
  },
  ...LEVELS.map(
    (level): Column<AdminPlanView> => ({
      key: level,
      head: LEVEL_WORDS[level],
      align: "end",
      from: "lg",
      cell: ({ levels }) => <Quoted quote={levels[level]} />,
    }),
  ),
];

function detailOf({ id, typeName, name, validity }: AdminPlanView): string {
  return `${name ?? typeName}, ${validity} · #${id}`;
}

function State({ plan: { why, belowCost } }: { plan: AdminPlanView }) {
  if (why) return <Badge tone={NOT_SOLD[why].tone}>{NOT_SOLD[why].word}</Badge>;
  if (belowCost.length > 0) return <Badge tone="bad">Below cost for {belowCost.length}</Badge>;
  return <Badge tone="good">Sold</Badge>;
}

/** A level's price over its margin; struck through where that level may not buy. */
function Quoted({ quote: { price, margin, why, rule } }: { quote: LevelQuote }) {
  if (price === null) return <Unknown />;
  return (
    <span className="block" title={rule ? `${rule.what} ${rule.markup}` : "The upstream's own price"}>
      {why ? (
        <s className="text-muted">{formatMoney(price)}</s>
      ) : (
        <Money text={formatMoney(price)} className="font-medium" />
      )}
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

function Unknown() {
  return <span className="text-faint">not told</span>;
}
