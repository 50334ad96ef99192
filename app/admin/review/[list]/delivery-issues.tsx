import { AdminList, type GroupedListProps } from "#app/admin/admin-list";
import { deliveryIssueKind } from "#app/admin/bulk/purchase-kinds";
import { selectColumn } from "#app/admin/bulk/selection-bar";
import { StateBadge } from "#app/ui/badge";
import { CircleCheck } from "#app/ui/icon/icons.ts";
import type { Column } from "#app/ui/list/data-table";
import { RowLink } from "#app/ui/list/row-link";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import { PageLink } from "#app/ui/page/page-link";
import { deliveryIssueStateLabel, SYMPTOM_LABELS } from "#app/ui/purchase/delivery-issue-labels.ts";
import { Time } from "#app/ui/time";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatMoney } from "#lib/core/money/money";
import {
  countDeliveryIssues,
  deliveryIssueList,
  type ListedDeliveryIssue,
} from "#lib/issue/delivery-issue-list";

export { deliveryIssueList as list };

export async function Page(request: GroupedListProps) {
  const { count, overdue } = await countDeliveryIssues(request.ctx);
  const waiting = `${count} awaiting a reply${overdue > 0 ? `, ${overdue} overdue` : ""}`;
  return (
    <AdminList
      live
      {...request}
      list={deliveryIssueList}
      title="Delivery issues"
      lead={`Purchases reported as not received. ${waiting}.`}
      search="Reference, phone number, email"
      filters={[
        {
          name: "state",
          label: "Status",
          empty: "Open",
          options: {
            admin: "In review",
            overdue: "Reply overdue",
            owner: "Awaiting customer",
            delivered: "Delivery confirmed",
            money_back: "Refunded",
            all: "All",
          },
        },
      ]}
      empty={{
        icon: CircleCheck,
        title: "No delivery issues",
        text: "When a reseller reports that a customer didn’t receive a purchase, it appears here with the time to reply by.",
      }}
      searchHint="Enter the whole reference, phone number or email."
      table={{ columns: COLUMNS, rowKey: ({ ident }) => ident }}
      bulk={deliveryIssueKind}
    />
  );
}

const COLUMNS: readonly Column<ListedDeliveryIssue>[] = [
  selectColumn(
    ({ ident }) => ident,
    ({ ident }) => ident,
  ),
  {
    head: "Network",
    headHidden: true,
    cell: ({ networkName }) => <NetworkTile name={networkName} size="sm" />,
  },
  {
    head: "Purchase",
    phone: "title",
    cell: ({ ident, phone, ...plan }) => (
      <>
        <RowLink
          href={`/admin/review/delivery-issues/${ident}`}
          label={`${phone}, ${formatPlanName(plan)}, ${ident}`}
          className="whitespace-nowrap font-medium"
        >
          {phone}
        </RowLink>
        <span className="block text-muted text-xs max-md:hidden">{formatPlanName(plan)}</span>
      </>
    ),
  },
  {
    head: "Reseller",
    phone: "note",
    cell: ({ reseller, ...issue }) => (
      <>
        <PageLink
          href={`/admin/resellers/${reseller.id}`}
          className="relative z-1 block max-w-48 truncate underline-offset-4 hover:underline"
        >
          {reseller.name}
        </PageLink>
        <span className="block md:hidden">
          {formatPlanName(issue)}
          {issue.state === "admin" && (
            <>
              , by <ReplyDeadline {...issue} />
            </>
          )}
        </span>
      </>
    ),
  },
  { head: "Symptom", from: "lg", cell: ({ symptom }) => SYMPTOM_LABELS[symptom] },
  {
    head: "Reply by",
    cell: (issue) =>
      issue.state === "admin" ? <ReplyDeadline {...issue} /> : <span className="text-muted">None</span>,
  },
  {
    head: "Status",
    phone: "state",
    cell: (issue) => <StateBadge {...deliveryIssueStateLabel(issue)} />,
  },
  {
    head: "Price",
    align: "end",
    phone: "value",
    cell: ({ price }) => <Money text={formatMoney(price)} className="font-semibold" />,
  },
];

function ReplyDeadline({ answerBy, overdue }: Pick<ListedDeliveryIssue, "answerBy" | "overdue">) {
  return (
    <span className={overdue ? "font-semibold text-bad" : ""}>
      <Time at={answerBy} />
    </span>
  );
}
