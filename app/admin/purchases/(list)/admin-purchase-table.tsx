import { selectColumn } from "#app/admin/bulk/selection-bar";
import { formatCount } from "#app/ui/format-count.ts";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { buildHref } from "#app/ui/list/build-href.ts";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { RowLink } from "#app/ui/list/row-link";
import { SummaryLine, SummaryLineSkeleton } from "#app/ui/list/summary-line";
import { getMarginClass } from "#app/ui/margin-class.ts";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import { PageLink } from "#app/ui/page/page-link";
import { PurchaseStateBadge } from "#app/ui/purchase/purchase-state-badge";
import { Time } from "#app/ui/time";
import { formatPlanDetails, formatPlanName } from "#lib/catalogue/plan-label";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { readFromReplica } from "#lib/core/reading";
import { formatDaySpan, formatTime } from "#lib/core/time/time";
import { modules } from "#lib/modules";
import { findUnreceivedPurchases } from "#lib/purchase/read/find-unreceived-purchases";
import type { PurchaseFilter } from "#lib/purchase/read/purchase-filter";
import type { AdminPurchaseView } from "#lib/purchase/read/purchase-view";
import { getAdminPurchaseTotals } from "#lib/sales/purchase-totals";
import { PURCHASE_COLUMNS, type PurchaseColumn, parseColumns } from "./purchase-columns.ts";

interface Props {
  ctx: Ctx;
  purchases: readonly AdminPurchaseView[];
  /** The filters that are on: a reseller's name adds itself to them. */
  on: Readonly<Record<string, string>>;
  suppliers: ReadonlyMap<number, string>;
}

export async function AdminPurchaseTable({ ctx, purchases, on, suppliers }: Props) {
  const notReceived = await findUnreceivedPurchases(ctx, purchases, modules);
  const optional = buildOptionalColumns(suppliers);
  const chosen = parseColumns(on.columns);
  return (
    <DataTable
      caption="Purchases"
      dense
      sticks={chosen.every((name) => name === "margin")}
      columns={[
        ...buildColumns(on, notReceived),
        chosen.includes("margin") ? MARGIN_COLUMN : { ...MARGIN_COLUMN, from: "2xl" },
        PRICE_COLUMN,
        ...chosen.flatMap((name) => (name === "margin" ? [] : optional[name])),
      ]}
      rows={purchases}
      rowKey={(purchase) => purchase.ident}
    />
  );
}

const buildColumns = (on: Props["on"], notReceived: ReadonlySet<number>): Column<AdminPurchaseView>[] => [
  selectColumn(
    ({ ident }) => ident,
    ({ ident, phone }) => `${phone}, ${ident}`,
  ),
  {
    head: "Purchase",
    phone: "title",
    cell: ({ ident, phone, ...plan }) => (
      <span className="flex items-center gap-2.5">
        <span className="max-md:hidden">
          <NetworkTile name={plan.networkName} size="sm" />
        </span>
        <span className="md:-my-0.5 md:grid">
          <RowLink
            href={`/admin/purchases/${ident}`}
            label={`${phone}, ${formatPlanName(plan)}, ${formatTime(plan.placedAt)}`}
            className="whitespace-nowrap font-medium md:leading-4"
          >
            {phone}
          </RowLink>
          <span className="whitespace-nowrap font-mono text-muted text-xs leading-4 max-md:hidden">
            {ident}
          </span>
        </span>
      </span>
    ),
  },
  {
    head: "Plan",
    fills: true,
    cell: (plan) => {
      const name = formatPlanDetails(plan);
      return (
        <span className="block truncate" title={name}>
          {name}
        </span>
      );
    },
  },
  {
    head: "Reseller",
    phone: "note",
    fills: true,
    cell: ({ reseller, placedAt, ...plan }) => (
      <>
        <PageLink
          href={buildHref("/admin/purchases", { ...on, reseller: String(reseller.id) })}
          title={`Only purchases of ${reseller.name}`}
          className="relative z-1 block truncate underline-offset-4 hover:underline"
        >
          {reseller.name}
        </PageLink>
        <span className="block md:hidden">
          {formatPlanName(plan)}, <Time at={placedAt} />
        </span>
      </>
    ),
  },
  {
    head: "Date",
    cell: ({ placedAt }) => <Time at={placedAt} className="whitespace-nowrap text-muted" />,
  },
  {
    head: "Status",
    phone: "state",
    cell: ({ id, state, cancelled }) => (
      <PurchaseStateBadge state={state} cancelled={cancelled} notReceived={notReceived.has(id)} />
    ),
  },
];

const PRICE_COLUMN: Column<AdminPurchaseView> = {
  head: "Price",
  align: "end",
  phone: "value",
  cell: ({ price }) => <Money text={formatMoney(price)} className="font-semibold" />,
};

/** Where the screen is narrower than 96 rem, only for who adds it: references and names need the room. */
const MARGIN_COLUMN: Column<AdminPurchaseView> = {
  head: PURCHASE_COLUMNS.margin,
  align: "end",
  cell: ({ margin, state }) =>
    state === "failed" || state === "reversed" ? (
      <span className="text-muted">–</span>
    ) : (
      <Money
        text={formatMoney(margin)}
        className={state === "successful" || margin < 0n ? getMarginClass(margin) : "text-muted"}
      />
    ),
};

const buildOptionalColumns = (
  suppliers: Props["suppliers"],
): Record<Exclude<PurchaseColumn, "margin">, Column<AdminPurchaseView>> => ({
  supplier: {
    head: PURCHASE_COLUMNS.supplier,
    cell: ({ supplierId }) => (
      <span className="block max-w-32 truncate">{supplierId === null ? "" : suppliers.get(supplierId)}</span>
    ),
  },
  level: {
    head: PURCHASE_COLUMNS.level,
    cell: ({ level }) => <span className="whitespace-nowrap">{LEVEL_LABELS[level]}</span>,
  },
  cost: {
    head: PURCHASE_COLUMNS.cost,
    align: "end",
    cell: ({ cost, state }) =>
      state !== "failed" && <Money text={formatMoney(cost)} className="text-muted" />,
  },
});

export async function AdminPurchaseTotalsLine({ ctx, filter }: { ctx: Ctx; filter: PurchaseFilter }) {
  const { value, asOf } = await readFromReplica(ctx, (ctx) => getAdminPurchaseTotals(ctx, filter));
  const { count, delivered, sales, margin, held, ...days } = value;
  return (
    <SummaryLine
      sums={[
        { label: `Purchases, ${formatDaySpan(days)}`, value: formatCount(count) },
        { label: "Delivered", value: formatCount(delivered) },
        { label: "Sales", value: <Money text={formatMoney(sales)} /> },
        { label: "Margin", value: <Money text={formatMoney(margin)} /> },
        { label: "Held", value: <Money text={formatMoney(held)} /> },
        ...(asOf ? [{ label: "As of", value: formatTime(asOf) }] : []),
      ]}
    />
  );
}

export function AdminPurchaseTotalsSkeleton() {
  return <SummaryLineSkeleton labels={["Purchases", "Delivered", "Sales", "Margin", "Held"]} />;
}
