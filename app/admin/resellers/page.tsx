import { UserPlus, Users } from "lucide-react";
import type { Metadata } from "next";
import { countSignUps } from "#lib/account/sign-up/list";
import { LEVELS } from "#lib/core/context";
import type { RowOf } from "#lib/core/list";
import { formatMoney } from "#lib/core/money";
import { savedViews } from "#lib/desk/saved-views";
import { resellerList } from "#lib/reseller/list";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../ui/address.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import { PlainIcon } from "../../ui/plain-icon.tsx";
import { RESELLER_STATE_WORDS, ResellerState } from "../../ui/reseller-state.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { Time } from "../../ui/time.tsx";
import { LEVEL_WORDS } from "../../ui/words.ts";
import { AdminList } from "../saved-views.tsx";
import { ResellerTabs } from "./tabs.tsx";

export const metadata: Metadata = { title: "Resellers" };

const HERE = "/admin/resellers";
const NEW = "/admin/resellers/new";

const FILTERS = [
  {
    name: "level",
    label: "Level",
    empty: "All",
    options: LEVELS.map((value) => ({ value, label: LEVEL_WORDS[value] })),
  },
  {
    name: "state",
    label: "State",
    empty: "All",
    options: Object.entries(RESELLER_STATE_WORDS).map(([value, { word }]) => ({ value, label: word })),
  },
  {
    name: "watch",
    label: "Wallet",
    empty: "Any",
    options: [
      { value: "low", label: "Low" },
      { value: "set", label: "Watched" },
    ],
  },
];

const EMPTY = {
  icon: Users,
  title: "Nobody sells yet",
  text: "A new reseller gets a link by which they choose their password, and an empty wallet.",
  action: { href: NEW, label: "New reseller" },
};

const UNMATCHED = {
  icon: Users,
  title: "Nobody matches",
  text: "Look for another part of the name or e-mail, or take a filter away.",
  action: { href: HERE, label: "Show all resellers", quiet: true },
};

const UNWATCHED = {
  ...UNMATCHED,
  text: "A wallet is watched once Low wallet on its reseller's page says below which sum.",
};

/** Everybody who sells, newest first; each row opens its reseller. */
export default async function ResellersPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const query = await searchParams;
  const [page, asked, views] = await Promise.all([
    resellerList.page(ctx, query),
    countSignUps(ctx),
    savedViews(ctx, { list: HERE }),
  ]);
  return (
    <AdminList
      here={HERE}
      views={views}
      page={page}
      title="Resellers"
      acts={
        <ButtonLink href={NEW}>
          <PlainIcon icon={UserPlus} />
          New reseller
        </ButtonLink>
      }
      above={<ResellerTabs here={HERE} waiting={asked} />}
      search="Name or e-mail"
      filters={FILTERS}
      empty={EMPTY}
      unmatched={query.watch ? UNWATCHED : UNMATCHED}
    >
      <DataTable caption="Resellers" dense columns={COLUMNS} rows={page.rows} rowKey={({ id }) => id} />
    </AdminList>
  );
}

const COLUMNS: readonly Column<RowOf<typeof resellerList>>[] = [
  {
    key: "name",
    head: "Reseller",
    phone: "title",
    cell: ({ id, name, email }) => (
      <>
        <RowLink href={`/admin/resellers/${id}`} className="font-medium">
          {name}
        </RowLink>
        <span className="block max-w-56 truncate text-muted text-xs max-md:hidden">{email}</span>
      </>
    ),
  },
  {
    key: "level",
    head: "Level",
    phone: "note",
    cell: ({ level }) => LEVEL_WORDS[level],
  },
  {
    key: "state",
    head: "State",
    phone: "state",
    cell: ({ state }) => <ResellerState state={state} />,
  },
  {
    key: "seen",
    head: "Last seen",
    from: "xl",
    cell: ({ seenAt }) => <span className="text-muted">{seenAt ? <Time at={seenAt} /> : "Never"}</span>,
  },
  {
    key: "today",
    head: "Today",
    align: "end",
    from: "lg",
    cell: ({ today }) => <Money text={formatMoney(today)} />,
  },
  {
    key: "month",
    head: "30 days",
    align: "end",
    from: "lg",
    cell: ({ month }) => <Money text={formatMoney(month)} />,
  },
  {
    key: "held",
    head: "Held",
    align: "end",
    from: "lg",
    cell: ({ held }) => <Money text={formatMoney(held)} className="text-muted" />,
  },
  {
    key: "wallet",
    head: "Balance",
    align: "end",
    phone: "value",
    cell: ({ wallet, deskLowBelow }) => (
      <>
        <Money
          text={formatMoney(wallet)}
          className={wallet < 0n ? "font-semibold text-bad" : "font-semibold"}
        />
        {deskLowBelow !== null && (
          <span className="block text-muted text-xs">low below {formatMoney(deskLowBelow)}</span>
        )}
      </>
    ),
  },
];
