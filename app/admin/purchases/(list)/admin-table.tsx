import { formatMoney } from "#lib/core/money";
import type { AdminPurchaseView } from "#lib/purchase/read/view";
import { address } from "../../../ui/address.ts";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { Money } from "../../../ui/money.tsx";
import { NetworkTile } from "../../../ui/network-tile.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { RowLink } from "../../../ui/row-link.tsx";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { Time } from "../../../ui/time.tsx";
import { LEVEL_WORDS } from "../../../ui/words.ts";
import { chooseColumn } from "../../bulk/choose.tsx";

interface Props {
  purchases: readonly AdminPurchaseView[];
  /** Those with an open case, by their numbers. */
  notReceived: ReadonlySet<number>;
  /** The filters that are on: a reseller's name adds itself to them. */
  on: Readonly<Record<string, string>>;
}

/** All resellers' purchases: dense, with what each cost and what it left. */
export function AdminTable({ purchases, notReceived, on }: Props) {
  return (
    <DataTable
      caption="Purchases"
      dense
      columns={columns(on, notReceived)}
      rows={purchases}
      rowKey={(purchase) => purchase.ident}
    />
  );
}

const columns = (on: Props["on"], notReceived: Props["notReceived"]): Column<AdminPurchaseView>[] => [
  chooseColumn(
    ({ ident }) => ident,
    ({ ident, phone }) => `${phone}, ${ident}`,
  ),
  {
    key: "network",
    head: "Network",
    headHidden: true,
    cell: ({ networkName }) => <NetworkTile name={networkName} size="sm" />,
  },
  {
    key: "number",
    head: "Purchase",
    phone: "title",
    cell: ({ ident, phone, networkName, size, volume, typeName }) => (
      <>
        <RowLink href={`/admin/purchases/${ident}`} className="whitespace-nowrap font-medium">
          {phone}
        </RowLink>
        <span className="block max-w-48 truncate text-muted text-xs max-md:hidden">
          {`${networkName} ${size} ${volume} ${typeName}`}
        </span>
      </>
    ),
  },
  {
    key: "reseller",
    head: "Reseller",
    phone: "note",
    cell: ({ reseller, level }) => (
      <>
        <PageLink
          href={address("/admin/purchases", { ...on, reseller: String(reseller.id) })}
          title={`Only purchases of ${reseller.name}`}
          className="relative z-1 block max-w-48 truncate underline-offset-4 hover:underline"
        >
          {reseller.name}
        </PageLink>
        <span className="block whitespace-nowrap text-muted text-xs max-md:hidden">{LEVEL_WORDS[level]}</span>
      </>
    ),
  },
  {
    key: "placed",
    head: "Bought",
    cell: ({ placedAt }) => (
      <span className="text-muted">
        <Time at={placedAt} />
      </span>
    ),
  },
  {
    key: "state",
    head: "State",
    phone: "state",
    cell: ({ id, state, cancelled }) => (
      <StateBadge state={state} cancelled={cancelled} notReceived={notReceived.has(id)} />
    ),
  },
  {
    key: "price",
    head: "Price and cost",
    align: "end",
    phone: "value",
    cell: ({ price, cost }) => (
      <>
        <Money text={formatMoney(price)} className="font-semibold" />
        <span className="block text-muted text-xs max-md:hidden">
          <span className="sr-only">cost </span>
          {formatMoney(cost)}
        </span>
      </>
    ),
  },
  {
    key: "margin",
    head: "Margin",
    align: "end",
    from: "lg",
    cell: ({ margin, state }) => (
      <Money text={formatMoney(margin)} className={marginClass(margin, state === "successful")} />
    ),
  },
];

/** A loss stands out; what was not delivered earned nothing yet. */
function marginClass(margin: bigint, earned: boolean): string {
  if (margin < 0n) return "font-semibold text-bad";
  return earned ? "text-good" : "text-muted";
}
