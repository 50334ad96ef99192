import type { Metadata } from "next";
import { formatMoney } from "#lib/core/money";
import { savedViews } from "#lib/desk/saved-views";
import { type ChargeBack, chargeBackList } from "#lib/payment/charge-back-list";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { Badge } from "../../../ui/badge.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { Money } from "../../../ui/money.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { Time } from "../../../ui/time.tsx";
import { WalletsList } from "../wallets-list.tsx";

export const metadata: Metadata = { title: "Charge-backs" };

const HERE = "/admin/wallets/charge-backs";

const FILTERS = [
  {
    name: "state",
    label: "State",
    empty: "All",
    options: [
      { value: "lost", label: "Taken back" },
      { value: "won", label: "Given back" },
    ],
  },
];

/** Payments that the payer's bank took back, and those that came back. */
export default async function ChargeBacksPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [page, views] = await Promise.all([
    chargeBackList.page(ctx, await searchParams),
    savedViews(ctx, { list: HERE }),
  ]);
  return (
    <WalletsList
      here={HERE}
      views={views}
      page={page}
      lead="What a payer’s bank takes back leaves the wallet by itself, and comes back when the dispute is won."
      search="Transaction, reference, or e-mail"
      filters={FILTERS}
      empty="No payment was taken back."
    >
      <DataTable caption="Charge-backs" dense columns={COLUMNS} rows={page.rows} rowKey={({ id }) => id} />
    </WalletsList>
  );
}

const COLUMNS: readonly Column<ChargeBack>[] = [
  {
    key: "reseller",
    head: "Reseller",
    phone: "title",
    cell: ({ reseller }) =>
      reseller ? (
        <PageLink href={`/admin/wallets/${reseller.id}`} className="stretched rounded-sm font-medium">
          {reseller.name}
        </PageLink>
      ) : (
        <span className="text-muted">From suspense</span>
      ),
  },
  {
    key: "transaction",
    head: "Payment",
    phone: "note",
    cell: ({ transaction, reference, provider }) => (
      <span className="block truncate font-mono text-sm max-xl:max-w-56">
        {reference ?? transaction}
        <span className="block text-muted text-xs max-md:hidden">
          {provider} {reference && transaction}
        </span>
      </span>
    ),
  },
  {
    key: "when",
    head: "Taken back",
    cell: ({ reversedAt, restoredAt }) => (
      <>
        {reversedAt && <Time at={reversedAt} />}
        {restoredAt && (
          <span className="block text-muted text-xs">
            given back <Time at={restoredAt} />
          </span>
        )}
      </>
    ),
  },
  {
    key: "state",
    head: "State",
    phone: "state",
    cell: ({ restoredAt }) => (
      <Badge tone={restoredAt ? "good" : "bad"}>{restoredAt ? "Given back" : "Taken back"}</Badge>
    ),
  },
  {
    key: "wallet",
    head: "In the wallet now",
    align: "end",
    cell: ({ wallet }) =>
      wallet !== null && <Money text={formatMoney(wallet)} className={wallet < 0n ? "text-bad" : ""} />,
  },
  {
    key: "amount",
    head: "Paid",
    align: "end",
    phone: "value",
    cell: ({ paid }) => <Money text={paid} className="font-semibold" />,
  },
];
