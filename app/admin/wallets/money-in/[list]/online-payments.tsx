import { AdminList, type GroupedListProps } from "#app/admin/admin-list";
import { onlinePaymentKind } from "#app/admin/bulk/payment-kinds.ts";
import { selectColumn } from "#app/admin/bulk/selection-bar";
import { amountColumn, resellerColumn } from "#app/admin/wallets/columns";
import { CreditCard } from "#app/ui/icon/icons.ts";
import type { Column } from "#app/ui/list/data-table";
import { Money } from "#app/ui/money";
import { PAYMENT_STATE_LABELS, PaymentBadge } from "#app/ui/purchase/payment-badge";
import { Time } from "#app/ui/time";
import { formatMoney } from "#lib/core/money/money";
import { type ListedPayment, paymentList } from "#lib/payment/payment-list";
import { providerLabel } from "#lib/payment/providers/providers";

export { paymentList as list };

export function Page(request: GroupedListProps) {
  return (
    <AdminList
      complete
      live
      {...request}
      list={paymentList}
      title="Online payments"
      lead="Payments started on a provider’s page."
      search="Reference or email"
      filters={[{ name: "state", label: "Status", options: PAYMENT_STATE_LABELS }]}
      days
      empty={{
        icon: CreditCard,
        title: "No online payments yet",
        text: "A payment appears here when a reseller starts one on a provider’s page.",
      }}
      table={{ columns: COLUMNS, rowKey: ({ id }) => id }}
      bulk={onlinePaymentKind}
    />
  );
}

const COLUMNS: readonly Column<ListedPayment>[] = [
  selectColumn(
    ({ reference }) => reference,
    ({ reference, reseller }) => `${reference} of ${reseller.name}`,
  ),
  resellerColumn,
  {
    head: "Reference",
    phone: "note",
    cell: ({ reference, provider, startedAt }) => (
      <>
        <span className="block truncate font-mono text-sm max-xl:max-w-56">
          {reference}
          <span className="block text-muted text-xs max-md:hidden">{providerLabel(provider)}</span>
        </span>
        <span className="block md:hidden">
          <Time at={startedAt} />
        </span>
      </>
    ),
  },
  { head: "Started", cell: ({ startedAt }) => <Time at={startedAt} /> },
  { head: "Status", phone: "state", cell: (payment) => <PaymentBadge payment={payment} /> },
  {
    head: "Credited",
    align: "end",
    cell: ({ credited }) => credited !== null && <Money text={formatMoney(credited)} />,
  },
  amountColumn,
];
