import Link from "next/link";
import type { AdminPlanView, LevelQuote } from "#lib/catalogue/admin-plan-view";
import { LEVELS } from "#lib/core/context";
import { formatMoney } from "#lib/core/money";
import { Badge } from "../../ui/badge.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { LEVEL_WORDS } from "../../ui/level-words.ts";
import { Money } from "../../ui/money.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";
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
    cell: ({ networkName }) => <NetworkTile name={networkName} size="sm" />,
  },
  {
    key: "plan",
    head: "Plan",
    phone: "title",
    cell: ({ id, networkName, size, volume, typeName, name }) => (
      <Link href={`/admin/catalogue/${id}`} className="stretched whitespace-nowrap rounded-sm font-medium">
        {networkName} {size} {volume} <span className="font-normal text-muted">{name ?? typeName}</span>
      </Link>
    ),
  },
  {
    key: "validity",
    head: "Lasts",
    phone: "note",
    cell: ({ validity, id }) => (
      <span className="whitespace-nowrap text-muted">
        {validity} <span className="text-faint max-lg:hidden">#{id}</span>
      </span>
    ),
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
  {
    key: "standard",
    head: "Standard",
    align: "end",
    from: "xl",
    cell: ({ standard }) => <Money text={formatMoney(standard)} className="text-muted" />,
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
