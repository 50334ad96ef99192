import { formatMoney } from "#lib/core/money";
import { sayTime } from "#lib/core/time";
import type { PurchaseView } from "#lib/purchase/read/view";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { Money } from "../../../ui/money.tsx";
import { NetworkTile } from "../../../ui/network-tile.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { RowLink } from "../../../ui/row-link.tsx";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { Time } from "../../../ui/time.tsx";

interface Props {
  purchases: readonly PurchaseView[];
  /** Those with an open case, by their numbers. */
  notReceived: ReadonlySet<number>;
}

/** A reseller's purchases; each row opens its purchase. */
export function PurchaseTable({ purchases, notReceived }: Props) {
  return (
    <DataTable
      caption="Purchases"
      columns={columns(notReceived)}
      rows={purchases}
      rowKey={(purchase) => purchase.ident}
    />
  );
}

const columns = (notReceived: Props["notReceived"]): readonly Column<PurchaseView>[] => [
  {
    key: "network",
    head: "Network",
    headHidden: true,
    phone: "lead",
    cell: ({ networkName }) => <NetworkTile name={networkName} />,
  },
  {
    key: "number",
    head: "Number",
    phone: "title",
    cell: ({ ident, phone }) => (
      <RowLink href={`/purchases/${ident}`} className="whitespace-nowrap font-medium">
        {phone}
      </RowLink>
    ),
  },
  {
    key: "plan",
    head: "Plan",
    phone: "note",
    cell: ({ networkName, size, volume, typeName, placedAt }) => (
      <>
        <span className="md:font-medium">{`${networkName} ${size} ${volume}`}</span>
        <span className="md:hidden">{`, ${sayTime(placedAt)}`}</span>
        <span className="text-muted text-sm max-md:hidden">{` ${typeName}`}</span>
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
    head: "Price",
    align: "end",
    phone: "value",
    cell: ({ price }) => <Money text={formatMoney(price)} className="font-semibold" />,
  },
  {
    key: "again",
    head: "Buy again",
    headHidden: true,
    align: "end",
    cell: ({ ident, networkName, size, volume, phone }) => (
      <PageLink
        href={`/buy?again=${ident}`}
        className="target relative -my-3 inline-flex items-center rounded-sm font-medium text-accent text-sm hover:underline"
      >
        Buy again
        <span className="sr-only">{`: ${networkName} ${size} ${volume} for ${phone}`}</span>
      </PageLink>
    ),
  },
];
