import type { Metadata } from "next";
import Link from "next/link";
import { formatMoney } from "#lib/core/money";
import {
  type AskedFunding,
  FUNDING_STATES,
  FundingFilter,
  ListFundingInput,
  listFunding,
} from "#lib/funding/list-pending";
import { requireAdminPage } from "#lib/web/actor";
import { address, type Query } from "../../../ui/address.ts";
import { Badge } from "../../../ui/badge.tsx";
import { CsvLink } from "../../../ui/csv-link.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { filtersOn } from "../../../ui/filters-on.ts";
import { ListFilters } from "../../../ui/list-filters.tsx";
import { Live } from "../../../ui/live.tsx";
import { Money } from "../../../ui/money.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Pager } from "../../../ui/pager.tsx";
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

const CHOICES = [
  {
    name: "state",
    label: "State",
    empty: "All",
    options: FUNDING_STATES.map((value) => ({ value, label: WORDS[value].word })),
  },
];

/** Every payment that a reseller said they made, and what became of it. */
export default async function FundingPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const query = await searchParams;
  const on = filtersOn(FundingFilter.parse(query));
  const { rows, next, previous } = await listFunding(ctx, ListFundingInput.parse(query), 50);
  return (
    <>
      <Live />
      <PageHeader title="Wallets" lead="Every payment that a reseller told you about.">
        {rows.length > 0 && <CsvLink href={address(`${HERE}/export`, on)} />}
      </PageHeader>
      <WalletTabs here={HERE} />
      <ListFilters here={HERE} on={on} search="Bank reference, or e-mail" filters={CHOICES} />
      {rows.length === 0 ? (
        <p className="py-8 text-center text-muted">No such payment.</p>
      ) : (
        <DataTable caption="Payments" dense columns={COLUMNS} rows={rows} rowKey={({ id }) => id} />
      )}
      <Pager
        previous={previous && address(HERE, on, { before: previous })}
        next={next && address(HERE, on, { after: next })}
      />
    </>
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
