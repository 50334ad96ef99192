import { CircleCheck, SearchX } from "lucide-react";
import type { Metadata } from "next";
import { countUnconfirmed, openDiscrepancies } from "#lib/reconcile/admin/counts";
import {
  DISCREPANCY_KINDS,
  DiscrepancyFilter,
  ListDiscrepanciesInput,
  listDiscrepancies,
} from "#lib/reconcile/admin/list-discrepancies";
import { lastMove } from "#lib/reconcile/admin/list-moves";
import { requireAdminPage } from "#lib/web/actor";
import { address, type Query } from "../../../ui/address.ts";
import { Card } from "../../../ui/card.tsx";
import { CsvLink } from "../../../ui/csv-link.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { filtersOn } from "../../../ui/filters-on.ts";
import { ListFilters } from "../../../ui/list-filters.tsx";
import { Live } from "../../../ui/live.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { DeskTabs } from "../tabs.tsx";
import { KIND_WORDS } from "./kind-words.ts";
import { Closed, Open } from "./open.tsx";
import { Rises } from "./rises.tsx";

export const metadata: Metadata = { title: "What does not fit" };

const HERE = "/admin/unconfirmed/discrepancies";

const CHOICES = [
  {
    name: "kind",
    label: "Kind",
    empty: "All",
    options: DISCREPANCY_KINDS.map((value) => ({ value, label: KIND_WORDS[value] })),
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

/** What the upstream answered, or its balance, that contradicts the records. */
export default async function DiscrepanciesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const query = await searchParams;
  const on = filtersOn(DiscrepancyFilter.parse(query));
  const [{ rows, next, previous }, open, { oldestAt }, seen] = await Promise.all([
    listDiscrepancies(ctx, ListDiscrepanciesInput.parse(query)),
    openDiscrepancies(ctx),
    countUnconfirmed(ctx),
    lastMove(ctx),
  ]);
  const waiting = rows.filter(({ closedAt }) => closedAt === null);
  const rises = waiting.filter(({ kind }) => kind === "rise");
  const others = waiting.filter(({ kind }) => kind !== "rise");
  const closed = rows.filter(({ closedAt }) => closedAt !== null);
  return (
    <>
      <Live />
      <PageHeader
        title="Unconfirmed"
        lead="While anything here is open, the balances settle nothing by themselves."
      >
        {rows.length > 0 && <CsvLink href={address(`${HERE}/export`, on)} />}
      </PageHeader>
      <DeskTabs here={HERE} open={open} />
      <ListFilters here={HERE} on={on} search="Ident of the purchase" filters={CHOICES} />
      <div className="grid gap-6">
        {rises.length > 0 && <Rises rises={rises} oldestAt={oldestAt} seen={seen} />}
        {others.length > 0 && <Open discrepancies={others} />}
        {closed.length > 0 && <Closed discrepancies={closed} />}
        {rows.length === 0 && <Nothing filtered={Object.keys(on).length > 0} />}
      </div>
      <Pager
        previous={previous && address(HERE, on, { before: previous })}
        next={next && address(HERE, on, { after: next })}
      />
    </>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  return (
    <Card>
      {filtered ? (
        <EmptyState icon={SearchX} title="Nothing matches">
          A purchase is found by its whole ident.
        </EmptyState>
      ) : (
        <EmptyState icon={CircleCheck} title="Everything fits">
          Every answer and every move of the upstream’s balance is explained.
        </EmptyState>
      )}
    </Card>
  );
}
