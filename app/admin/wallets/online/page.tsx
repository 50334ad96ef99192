import type { Metadata } from "next";
import Link from "next/link";
import { formatMoney } from "#lib/core/money";
import { type ListedPayment, paymentList } from "#lib/payment/payment-list";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { ListPage } from "../../../ui/list-page.tsx";
import { Money } from "../../../ui/money.tsx";
import { PaymentBadge } from "../../../ui/payment-badge.tsx";
import { PAYMENT_WORDS } from "../../../ui/payment-words.ts";
import { Time } from "../../../ui/time.tsx";
import { WalletTabs } from "../tabs.tsx";

export const metadata: Metadata = { title: "Paid online" };

const HERE = "/admin/wallets/online";

const FILTERS = [
  {
    name: "state",
    label: "State",
    empty: "All",
    options: Object.entries(PAYMENT_WORDS).map(([value, { word }]) => ({ value, label: word })),
  },
];

/** Every payment that was begun on a provider's page, and what became of it. */
export default async function OnlinePage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const page = await paymentList.page(ctx, await searchParams);
  return (
    <ListPage
      live
      here={HERE}
      page={page}
      title="Wallets"
      lead="Every payment that was begun on a provider’s page."
      above={<WalletTabs here={HERE} />}
      search="Reference, or e-mail"
      filters={FILTERS}
      days
      empty="No such payment."
    >
      <DataTable caption="Paid online" dense columns={COLUMNS} rows={page.rows} rowKey={({ id }) => id} />
    </ListPage>
  );
}

const COLUMNS: readonly Column<ListedPayment>[] = [
  {
    key: "reseller",
    head: "Reseller",
    phone: "title",
    cell: ({ reseller }) => (
      <Link href={`/admin/wallets/${reseller.id}`} className="stretched rounded-sm font-medium">
        {reseller.name}
      </Link>
    ),
  },
  {
    key: "reference",
    head: "Reference",
    phone: "note",
    cell: ({ reference, provider }) => (
      <span className="block truncate font-mono text-sm max-xl:max-w-56">
        {reference}
        <span className="block text-muted text-xs max-md:hidden">{provider}</span>
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
  {
    key: "amount",
    head: "Amount",
    align: "end",
    phone: "value",
    cell: ({ amount }) => <Money text={formatMoney(amount)} className="font-semibold" />,
  },
];
