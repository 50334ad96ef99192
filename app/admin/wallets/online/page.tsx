import type { Metadata } from "next";
import { formatMoney } from "#lib/core/money";
import { savedViews } from "#lib/desk/saved-views";
import { providerLabel } from "#lib/payment/names";
import { type ListedPayment, paymentList } from "#lib/payment/payment-list";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { Money } from "../../../ui/money.tsx";
import { PaymentBadge } from "../../../ui/payment-badge.tsx";
import { PAYMENT_WORDS } from "../../../ui/payment-words.ts";
import { Time } from "../../../ui/time.tsx";
import { ChosenBar, chooseColumn } from "../../bulk/choose.tsx";
import { KINDS } from "../../bulk/kinds.tsx";
import { amountColumn, resellerColumn, stateFilter, WalletsList } from "../wallets-list.tsx";

export const metadata: Metadata = { title: "Paid online" };

const HERE = "/admin/wallets/online";

const FILTERS = [stateFilter(PAYMENT_WORDS)];

/** Every payment that was begun on a provider's page, and what became of it. */
export default async function OnlinePage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [page, views] = await Promise.all([
    paymentList.page(ctx, await searchParams),
    savedViews(ctx, { list: HERE }),
  ]);
  return (
    <WalletsList
      here={HERE}
      views={views}
      page={page}
      lead="Every payment that was begun on a provider’s page."
      search="Reference, or e-mail"
      filters={FILTERS}
      days
      empty="No such payment."
    >
      <DataTable caption="Paid online" dense columns={COLUMNS} rows={page.rows} rowKey={({ id }) => id} />
      <ChosenBar ctx={ctx} list="online" acts={KINDS.online.acts} on={page.on} />
    </WalletsList>
  );
}

const COLUMNS: readonly Column<ListedPayment>[] = [
  chooseColumn(
    ({ reference }) => reference,
    ({ reference, reseller }) => `${reference} of ${reseller.name}`,
  ),
  resellerColumn,
  {
    key: "reference",
    head: "Reference",
    phone: "note",
    cell: ({ reference, provider }) => (
      <span className="block truncate font-mono text-sm max-xl:max-w-56">
        {reference}
        <span className="block text-muted text-xs max-md:hidden">{providerLabel(provider)}</span>
      </span>
    ),
  },
  { key: "begun", head: "Begun", cell: ({ startedAt }) => <Time at={startedAt} /> },
  {
    key: "state",
    head: "State",
    phone: "state",
    cell: (payment) => <PaymentBadge payment={payment} />,
  },
  {
    key: "credited",
    head: "In the wallet",
    align: "end",
    cell: ({ credited }) => credited !== null && <Money text={formatMoney(credited)} />,
  },
  amountColumn,
];
