import type { Metadata } from "next";
import Link from "next/link";
import { formatMoney } from "#lib/core/money";
import { type AskedFunding, fundingList } from "#lib/funding/list";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { Badge } from "../../../ui/badge.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { ListPage } from "../../../ui/list-page.tsx";
import { Money } from "../../../ui/money.tsx";
import type { Tone } from "../../../ui/purchase-words.ts";
import { Time } from "../../../ui/time.tsx";
import { WalletTabs } from "../tabs.tsx";

export const metadata: Metadata = { title: "Payments" };

const HERE = "/admin/wallets/funding";

const WORDS: Record<AskedFunding["state"], { word: string; tone: Tone }> = {
  pending: { word: "Waits", tone: "wait" },
  approved: { word: "Added", tone: "good" },
  refused: { word: "Refused", tone: "bad" },
};

const FILTERS = [
  {
    name: "state",
    label: "State",
    empty: "All",
    options: Object.entries(WORDS).map(([value, { word }]) => ({ value, label: word })),
  },
];

/** Every payment that a reseller said they made, and what became of it. */
export default async function FundingPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const page = await fundingList.page(ctx, await searchParams);
  return (
    <ListPage
      live
      here={HERE}
      page={page}
      title="Wallets"
      lead="Every payment that a reseller told you about."
      above={<WalletTabs here={HERE} />}
      search="Bank reference, or e-mail"
      filters={FILTERS}
      empty="No such payment."
    >
      <DataTable caption="Payments" dense columns={COLUMNS} rows={page.rows} rowKey={({ id }) => id} />
    </ListPage>
  );
}

const COLUMNS: readonly Column<AskedFunding>[] = [
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
  { key: "bank", head: "Bank reference", phone: "note", cell: ({ bankReference }) => bankReference },
  { key: "asked", head: "Asked", cell: ({ askedAt }) => <Time at={askedAt} /> },
  {
    key: "end",
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
    key: "state",
    head: "State",
    phone: "state",
    cell: ({ state }) => <Badge tone={WORDS[state].tone}>{WORDS[state].word}</Badge>,
  },
  {
    key: "amount",
    head: "Amount",
    align: "end",
    phone: "value",
    cell: ({ amount }) => <Money text={formatMoney(amount)} className="font-semibold" />,
  },
];
