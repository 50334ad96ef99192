import type { Column } from "#app/ui/list/data-table";
import { signedAmountColumn } from "#app/ui/list/statement-table";
import { Money } from "#app/ui/money";
import { PageLink } from "#app/ui/page/page-link";
import { Time } from "#app/ui/time";
import { formatMoney, type Minor } from "#lib/core/money/money";
import { ENTRY_LABELS } from "#lib/ledger/entry-labels";
import type { ManualAdjustment } from "#lib/ledger/manual-adjustment-list";

export const resellerColumn: Column<{ reseller: { id: number; name: string } }> = {
  head: "Reseller",
  phone: "title",
  cell: ({ reseller }) => (
    <PageLink href={`/admin/wallets/${reseller.id}`} className="stretched rounded-sm font-medium">
      {reseller.name}
    </PageLink>
  ),
};

export const amountColumn: Column<{ amount: Minor }> = {
  head: "Amount",
  align: "end",
  phone: "value",
  cell: ({ amount }) => <Money text={formatMoney(amount)} className="font-semibold" />,
};

const ADJUSTMENT_COLUMNS: readonly Column<ManualAdjustment>[] = [
  resellerColumn,
  {
    head: "Kind and reason",
    phone: "note",
    cell: ({ kind, reason, actorName }) => (
      <>
        <span className="block max-w-64 truncate max-xl:max-w-56">
          <span className="md:font-medium">{ENTRY_LABELS[kind]}</span>
          {reason && `: ${reason}`}
        </span>
        <span className="block max-w-64 truncate text-muted text-xs max-md:hidden">by {actorName}</span>
      </>
    ),
  },
  {
    head: "Date",
    phone: "state",
    cell: ({ at }) => <Time at={at} className="text-muted" />,
  },
  signedAmountColumn,
];

export const adjustmentTable = {
  columns: ADJUSTMENT_COLUMNS,
  rowKey: ({ id }: ManualAdjustment) => id,
};
