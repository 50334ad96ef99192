import { CircleCheck, SearchX } from "lucide-react";
import type { Metadata } from "next";
import { formatMoney } from "#lib/core/money";
import { savedViews } from "#lib/desk/saved-views";
import { caseList, countCases, type ListedCase } from "#lib/purchase/case/case-list";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../ui/address.ts";
import { Badge } from "../../ui/badge.tsx";
import { caseWords, SEEN_WORDS } from "../../ui/case-words.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { Time } from "../../ui/time.tsx";
import { ChosenBar, chooseColumn } from "../bulk/choose.tsx";
import { KINDS } from "../bulk/kinds.tsx";
import { AdminList } from "../saved-views.tsx";
import { CaseTabs } from "./tabs.tsx";

export const metadata: Metadata = { title: "Cases" };

const HERE = "/admin/cases";

const FILTERS = [
  {
    name: "state",
    label: "State",
    empty: "Open",
    options: [
      { value: "desk", label: "To answer" },
      { value: "overdue", label: "Overdue" },
      { value: "owner", label: "Waiting for the number’s owner" },
      { value: "delivered", label: "Closed: delivered" },
      { value: "money_back", label: "Closed: money back" },
      { value: "all", label: "All" },
    ],
  },
];

const EMPTY = {
  icon: CircleCheck,
  title: "Nothing to answer",
  text: "When a reseller says that a customer did not receive a purchase, it comes here, with the time by which you answer.",
};

const UNMATCHED = {
  icon: SearchX,
  title: "Nothing matches",
  text: "Idents, numbers and e-mails are found when they are typed whole.",
  action: { href: HERE, label: "Show what is open", quiet: true },
};

/** What was not received, as resellers say: what is due first at the top. */
export default async function CasesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [page, { count, overdue }, views] = await Promise.all([
    caseList.page(ctx, await searchParams),
    countCases(ctx),
    savedViews(ctx, { list: HERE }),
  ]);
  return (
    <AdminList
      live
      here={HERE}
      views={views}
      page={page}
      title="Cases"
      lead={`Purchases that were not received, as resellers say. ${count} to answer${overdue > 0 ? `, ${overdue} overdue` : ""}.`}
      above={<CaseTabs here={HERE} />}
      search="Ident, number, e-mail"
      filters={FILTERS}
      empty={EMPTY}
      unmatched={UNMATCHED}
    >
      <DataTable caption="Cases" columns={COLUMNS} rows={page.rows} rowKey={({ ident }) => ident} dense />
      <ChosenBar ctx={ctx} list="cases" acts={KINDS.cases.acts} on={page.on} />
    </AdminList>
  );
}

const COLUMNS: readonly Column<ListedCase>[] = [
  chooseColumn(
    ({ ident }) => ident,
    ({ ident }) => ident,
  ),
  {
    key: "network",
    head: "Network",
    headHidden: true,
    cell: ({ networkName }) => <NetworkTile name={networkName} size="sm" />,
  },
  {
    key: "purchase",
    head: "Purchase",
    phone: "title",
    cell: ({ ident, phone, networkName, size, volume }) => (
      <>
        <RowLink href={`${HERE}/${ident}`} className="whitespace-nowrap font-medium">
          {phone}
        </RowLink>
        <span className="block text-muted text-xs max-md:hidden">{`${networkName} ${size} ${volume}`}</span>
      </>
    ),
  },
  {
    key: "reseller",
    head: "Reseller",
    phone: "note",
    cell: ({ reseller }) => (
      <PageLink
        href={`/admin/resellers/${reseller.id}`}
        className="relative z-1 block max-w-48 truncate underline-offset-4 hover:underline"
      >
        {reseller.name}
      </PageLink>
    ),
  },
  { key: "seen", head: "Seen", from: "lg", cell: ({ seen }) => SEEN_WORDS[seen] },
  {
    key: "due",
    head: "Answer by",
    cell: ({ answerBy, state, overdue }) =>
      state === "desk" ? (
        <span className={overdue ? "font-semibold text-bad" : ""}>
          <Time at={answerBy} />
        </span>
      ) : (
        <span className="text-muted">None</span>
      ),
  },
  {
    key: "state",
    head: "State",
    phone: "state",
    cell: (one) => {
      const { word, tone } = caseWords(one);
      return (
        <Badge tone={tone} icon>
          {word}
        </Badge>
      );
    },
  },
  {
    key: "price",
    head: "Price",
    align: "end",
    phone: "value",
    cell: ({ price }) => <Money text={formatMoney(price)} className="font-semibold" />,
  },
];
