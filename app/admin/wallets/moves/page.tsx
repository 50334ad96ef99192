import type { Metadata } from "next";
import { ENTRY_WORDS } from "#lib/ledger/entry-words";
import { HAND_KINDS, HandFilter, HandMovesInput, handMoves } from "#lib/ledger/hand-moves";
import { requireAdminPage } from "#lib/web/actor";
import { address, type Query } from "../../../ui/address.ts";
import { CsvLink } from "../../../ui/csv-link.tsx";
import { filtersOn } from "../../../ui/filters-on.ts";
import { ListFilters } from "../../../ui/list-filters.tsx";
import { Live } from "../../../ui/live.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { MovesTable } from "../moves-table.tsx";
import { WalletTabs } from "../tabs.tsx";

export const metadata: Metadata = { title: "Moved by hand" };

const HERE = "/admin/wallets/moves";

const CHOICES = [
  {
    name: "kind",
    label: "Kind",
    empty: "All",
    options: HAND_KINDS.map((value) => ({ value, label: ENTRY_WORDS[value] })),
  },
];

/** Every entry that somebody made by hand, over all wallets. */
export default async function HandMovesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const query = await searchParams;
  const on = filtersOn(HandFilter.parse(query));
  const { rows, next, previous } = await handMoves(ctx, HandMovesInput.parse(query), 50);
  return (
    <>
      <Live />
      <PageHeader title="Wallets" lead="Every entry that somebody made by hand.">
        {rows.length > 0 && <CsvLink href={address(`${HERE}/export`, on)} />}
      </PageHeader>
      <WalletTabs here={HERE} />
      <ListFilters action={HERE} on={on} search="E-mail of the reseller" choices={CHOICES} days />
      {rows.length === 0 ? (
        <p className="py-8 text-center text-muted">No money was moved in this way.</p>
      ) : (
        <MovesTable moves={rows} />
      )}
      <Pager
        previous={previous && address(HERE, on, { before: previous })}
        next={next && address(HERE, on, { after: next })}
      />
    </>
  );
}
