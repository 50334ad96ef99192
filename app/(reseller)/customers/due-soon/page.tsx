import { randomUUID } from "node:crypto";
import { CustomerTabs } from "#app/(reseller)/customers/customer-tabs";
import { CalendarClock } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { ListPage, noMatches } from "#app/ui/list/list-page";
import { RowLink } from "#app/ui/list/row-link";
import { Time } from "#app/ui/time";
import { isPinRequired } from "#lib/account/pin/require-pin";
import { mayHelp } from "#lib/core/context";
import { getMoneyFormat } from "#lib/core/money/money";
import { getCustomerNames } from "#lib/customer/find-customers";
import { countDue, type DueView, dueList } from "#lib/regular/due-list";
import { requireResellerPage } from "#lib/request/actor";
import { MAX_ROWS } from "#lib/spreadsheet/bad-list";
import { RenewCell } from "./renew-cell.tsx";
import { RenewalBar } from "./renewal-bar.tsx";
import { RENEWALS_FORM_ID } from "./renewals-form-id.ts";

export const metadata = { title: "Due soon" };

const PATH = "/customers/due-soon";

const EMPTY_STATE = {
  icon: CalendarClock,
  title: "No bundles end soon",
  text: "Two days before a bundle that you sold ends, its number shows here. You can renew it in one tap.",
  action: { href: "/buy", label: "Buy data" },
};

const NO_RESULTS = noMatches(PATH, "numbers", "Search for part of a name or a phone number.");

const SHOW_FILTER = {
  name: "show",
  label: "Show",
  empty: "Due soon",
  options: { ended: "Ended" },
};

/** Numbers whose bundle ends soon: each is renewed in one tap, or all that are ticked as a batch. */
export default async function DueSoonPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage("customers");
  const page = await dueList.page(ctx, await searchParams);
  const [names, asksPin, due] = await Promise.all([
    getCustomerNames(ctx, page.rows),
    isPinRequired(ctx),
    page.next === null && page.previous === null ? null : countDue(ctx, { most: MAX_ROWS }),
  ]);
  const show = page.filter.show ?? "due";
  const mayBatch = mayHelp(ctx, "batches");
  const rows = page.rows.map((row) => ({
    ...row,
    asksPin,
    isTicked: show === "due",
    isSelectable: mayBatch && isRenewable(row),
    isLinked: ctx.actor.kind !== "helper",
    name: names.get(row.phoneE164) ?? null,
  }));
  const prices = page.rows.flatMap((row) =>
    isRenewable(row) && row.price !== null ? [[row.ident, String(row.price)]] : [],
  );
  return (
    <ListPage
      here={PATH}
      page={page}
      live
      title="Due soon"
      lead={`Bundles that ${show === "ended" ? "ended in the last seven days" : "end within two days"}.`}
      tabs={<CustomerTabs ctx={ctx} current={PATH} />}
      search="Name or phone number"
      filters={[SHOW_FILTER]}
      empty={EMPTY_STATE}
      unmatched={NO_RESULTS}
      labels={{ previous: "Back", next: "More" }}
      below={
        mayBatch &&
        prices.length > 0 && (
          <RenewalBar
            formKey={randomUUID()}
            prices={Object.fromEntries(prices)}
            show={show}
            all={show === "due" && page.filter.q === undefined ? due : null}
            money={getMoneyFormat()}
          />
        )
      }
    >
      <DataTable caption="Bundles that end" columns={COLUMNS} rows={rows} rowKey={({ ident }) => ident} />
    </ListPage>
  );
}

/** A number as the page shows it. */
type DueRow = DueView & {
  name: string | null;
  asksPin: boolean;
  isTicked: boolean;
  isSelectable: boolean;
  /** Whether the purchases are open to the reader, as those that others sold aren’t to a helper. */
  isLinked: boolean;
};

const isRenewable = ({ price, renewal }: DueView) => price !== null && !renewal?.isLive;

const COLUMNS: readonly Column<DueRow>[] = [
  {
    head: "Select",
    headHidden: true,
    phone: "lead",
    cell: (row) =>
      row.isSelectable ? (
        <label className="target relative z-1 -my-2 -ml-2 grid size-11 cursor-pointer place-items-center">
          <input
            type="checkbox"
            form={RENEWALS_FORM_ID}
            name="ident"
            value={row.ident}
            defaultChecked={row.isTicked}
            className="size-5 accent-action"
          />
          <span className="sr-only">Select {row.name ?? row.phone}</span>
        </label>
      ) : (
        <span className="block w-9" />
      ),
  },
  {
    head: "Name",
    phone: "title",
    cell: ({ ident, name, phone, isLinked }) =>
      isLinked ? (
        <RowLink href={`/purchases/${ident}`} className="font-medium">
          {name ?? phone}
        </RowLink>
      ) : (
        <span className="font-medium">{name ?? phone}</span>
      ),
  },
  { head: "Phone number", cell: ({ phone }) => <span className="whitespace-nowrap">{phone}</span> },
  { head: "Plan", from: "lg", cell: ({ label }) => <span className="text-muted text-sm">{label}</span> },
  {
    head: "Ends",
    phone: "note",
    cell: ({ networkName, size, endsAt }) => (
      <span className="flex flex-wrap gap-x-1">
        <span className="whitespace-nowrap lg:hidden">{`${networkName} ${size} ·`}</span>
        <Time at={endsAt} />
      </span>
    ),
  },
  { head: "Renew", headHidden: true, align: "end", phone: "act", cell: (row) => <RenewCell row={row} /> },
];
