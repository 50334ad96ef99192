import type { Metadata } from "next";
import { savedViews } from "#lib/desk/saved-views";
import { ENTRY_WORDS } from "#lib/ledger/entry-words";
import { HAND_KINDS, handMoveList } from "#lib/ledger/hand-move-list";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { MovesTable } from "../moves-table.tsx";
import { WalletsList } from "../wallets-list.tsx";

export const metadata: Metadata = { title: "Moved by hand" };

const HERE = "/admin/wallets/moves";

const FILTERS = [
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
  const [page, views] = await Promise.all([
    handMoveList.page(ctx, await searchParams),
    savedViews(ctx, { list: HERE }),
  ]);
  return (
    <WalletsList
      here={HERE}
      views={views}
      page={page}
      lead="Every entry that somebody made by hand."
      search="E-mail of the reseller"
      filters={FILTERS}
      days
      empty="No money was moved in this way."
    >
      <MovesTable moves={page.rows} />
    </WalletsList>
  );
}
