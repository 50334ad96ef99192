import type { Metadata } from "next";
import { savedViews } from "#lib/desk/saved-views";
import { type AskedFunding, fundingList } from "#lib/funding/list";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { Badge } from "../../../ui/badge.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import type { Tone } from "../../../ui/purchase-words.ts";
import { Time } from "../../../ui/time.tsx";
import { ChosenBar, chooseColumn } from "../../bulk/choose.tsx";
import { KINDS } from "../../bulk/kinds.tsx";
import { amountColumn, resellerColumn, stateFilter, WalletsList } from "../wallets-list.tsx";

export const metadata: Metadata = { title: "Payments" };

const HERE = "/admin/wallets/funding";

const WORDS: Record<AskedFunding["state"], { word: string; tone: Tone }> = {
  pending: { word: "Waits", tone: "wait" },
  approved: { word: "Added", tone: "good" },
  refused: { word: "Refused", tone: "bad" },
};

const FILTERS = [stateFilter(WORDS)];

/** Every payment that a reseller said they made, and what became of it. */
export default async function FundingPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [page, views] = await Promise.all([
    fundingList.page(ctx, await searchParams),
    savedViews(ctx, { list: HERE }),
  ]);
  return (
    <WalletsList
      here={HERE}
      views={views}
      page={page}
      lead="Every payment that a reseller told you about."
      search="Bank reference, or e-mail"
      filters={FILTERS}
      empty="No such payment."
    >
      <DataTable caption="Payments" dense columns={COLUMNS} rows={page.rows} rowKey={({ id }) => id} />
      <ChosenBar ctx={ctx} list="funding" acts={KINDS.funding.acts} on={page.on} />
    </WalletsList>
  );
}

const COLUMNS: readonly Column<AskedFunding>[] = [
  chooseColumn(
    ({ id }) => String(id),
    ({ reseller, bankReference }) => `${bankReference} of ${reseller.name}`,
  ),
  resellerColumn,
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
  amountColumn,
];
