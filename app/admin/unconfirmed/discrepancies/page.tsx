import { CircleCheck, SearchX } from "lucide-react";
import type { Metadata } from "next";
import { savedViews } from "#lib/desk/saved-views";
import { countUnconfirmed, openDiscrepancies } from "#lib/reconcile/admin/counts";
import { discrepancyList } from "#lib/reconcile/admin/discrepancy-list";
import { lastAdjustment } from "#lib/reconcile/admin/top-up-list";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { AdminList } from "../../saved-views.tsx";
import { DeskTabs } from "../tabs.tsx";
import { KIND_WORDS } from "./kind-words.ts";
import { Closed, Open } from "./open.tsx";
import { Rises } from "./rises.tsx";

export const metadata: Metadata = { title: "What does not fit" };

const HERE = "/admin/unconfirmed/discrepancies";

const FILTERS = [
  {
    name: "kind",
    label: "Kind",
    empty: "All",
    options: Object.entries(KIND_WORDS).map(([value, label]) => ({ value, label })),
  },
  {
    name: "state",
    label: "State",
    empty: "To look at",
    options: [
      { value: "closed", label: "Dealt with" },
      { value: "all", label: "All" },
    ],
  },
];

const EMPTY = {
  icon: CircleCheck,
  title: "Everything fits",
  text: "Every answer and every move of the upstream’s balance is explained.",
};

const UNMATCHED = {
  icon: SearchX,
  title: "Nothing matches",
  text: "A purchase is found by its whole ident.",
};

/** What the upstream answered, or its balance, that contradicts the records. */
export default async function DiscrepanciesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [page, open, { oldestAt }, seen, views] = await Promise.all([
    discrepancyList.page(ctx, await searchParams),
    openDiscrepancies(ctx),
    countUnconfirmed(ctx),
    lastAdjustment(ctx),
    savedViews(ctx, { list: HERE }),
  ]);
  const waiting = page.rows.filter(({ closedAt }) => closedAt === null);
  const rises = waiting.filter(({ kind }) => kind === "rise");
  const others = waiting.filter(({ kind }) => kind !== "rise");
  const closed = page.rows.filter(({ closedAt }) => closedAt !== null);
  return (
    <AdminList
      live
      here={HERE}
      views={views}
      page={page}
      title="Unconfirmed"
      lead="While anything here is open, the balances settle nothing by themselves."
      above={<DeskTabs here={HERE} open={open} />}
      search="Ident of the purchase"
      filters={FILTERS}
      empty={EMPTY}
      unmatched={UNMATCHED}
    >
      <div className="grid gap-6">
        {rises.length > 0 && <Rises rises={rises} oldestAt={oldestAt} seen={seen} />}
        {others.length > 0 && <Open discrepancies={others} />}
        {closed.length > 0 && <Closed discrepancies={closed} />}
      </div>
    </AdminList>
  );
}
