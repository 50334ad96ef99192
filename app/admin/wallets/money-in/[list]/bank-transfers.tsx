import { AdminList, type GroupedListProps } from "#app/admin/admin-list";
import { bankTransferKind } from "#app/admin/bulk/payment-kinds.ts";
import { selectColumn } from "#app/admin/bulk/selection-bar";
import { amountColumn, resellerColumn } from "#app/admin/wallets/columns";
import { StateBadge } from "#app/ui/badge";
import { Landmark } from "#app/ui/icon/icons.ts";
import type { Column } from "#app/ui/list/data-table";
import { RowLink } from "#app/ui/list/row-link";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { Time } from "#app/ui/time";
import { type FundingRequest, fundingList } from "#lib/funding/funding-list";

export { fundingList as list };

const STATE_LABELS: Record<FundingRequest["state"], StateLabel> = {
  pending: { word: "Pending", tone: "wait" },
  approved: { word: "Credited", tone: "good" },
  rejected: { word: "Rejected", tone: "bad" },
};

export function Page(request: GroupedListProps) {
  return (
    <AdminList
      live
      {...request}
      list={fundingList}
      title="Bank transfers"
      lead="Transfers that resellers reported."
      search="Bank reference or email"
      filters={[{ name: "state", label: "Status", options: STATE_LABELS }]}
      empty={{
        icon: Landmark,
        title: "No bank transfers yet",
        text: "A transfer appears here when a reseller reports it.",
      }}
      table={{ columns: COLUMNS, rowKey: ({ id }) => id }}
      bulk={bankTransferKind}
    />
  );
}

const COLUMNS: readonly Column<FundingRequest>[] = [
  selectColumn(
    ({ id }) => String(id),
    ({ reseller, bankReference }) => `${bankReference} of ${reseller.name}`,
  ),
  {
    ...resellerColumn,
    cell: (request) =>
      request.state === "pending" ? (
        <RowLink
          href={`/admin/review/queue?item=transfer.${request.id}`}
          label={`${request.reseller.name}, review ${request.bankReference}`}
          className="font-medium"
        >
          {request.reseller.name}
        </RowLink>
      ) : (
        resellerColumn.cell(request)
      ),
  },
  {
    head: "Bank reference",
    phone: "note",
    cell: ({ bankReference, requestedAt }) => (
      <>
        {bankReference}
        <span className="block md:hidden">
          <Time at={requestedAt} />
        </span>
      </>
    ),
  },
  { head: "Reported", cell: ({ requestedAt }) => <Time at={requestedAt} /> },
  {
    head: "Decided",
    cell: ({ decidedAt, decidedBy, reason }) =>
      decidedAt && (
        <>
          {decidedBy}, <Time at={decidedAt} />
          {reason && <span className="block max-w-72 truncate text-muted text-xs">“{reason}”</span>}
        </>
      ),
  },
  {
    head: "Status",
    phone: "state",
    cell: ({ state }) => <StateBadge {...STATE_LABELS[state]} icon={false} />,
  },
  amountColumn,
];
