import { AdminList } from "#app/admin/admin-list";
import { ResellerTabs } from "#app/admin/tabs";
import { ButtonLink } from "#app/ui/button-link";
import { UserPlus, Users } from "#app/ui/icon/icons.ts";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import type { Column } from "#app/ui/list/data-table";
import { RowLink } from "#app/ui/list/row-link";
import { Money } from "#app/ui/money";
import { RESELLER_STATE_LABELS, ResellerStateBadge } from "#app/ui/reseller-state-badge";
import { Time } from "#app/ui/time";
import type { RowOf } from "#lib/core/list/list";
import { formatMoney } from "#lib/core/money/money";
import { requireAdminPage } from "#lib/request/actor";
import { resellerList } from "#lib/reseller/reseller-list";

export const metadata = { title: "Resellers" };

const PATH = "/admin/resellers";
const NEW_PATH = "/admin/resellers/new";

export default async function ResellersPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const query = await searchParams;
  return (
    <AdminList
      ctx={ctx}
      here={PATH}
      query={query}
      list={resellerList}
      title="Resellers"
      acts={
        <ButtonLink href={NEW_PATH}>
          <UserPlus />
          New reseller
        </ButtonLink>
      }
      tabs={<ResellerTabs here={PATH} ctx={ctx} />}
      search="Name or email"
      filters={[
        { name: "level", label: "Level", options: LEVEL_LABELS },
        { name: "state", label: "Status", options: RESELLER_STATE_LABELS },
        { name: "watch", label: "Wallet", empty: "Any", options: { low: "Low", set: "With threshold" } },
      ]}
      empty={{
        icon: Users,
        title: "No resellers yet",
        text: "A new reseller gets an invitation link to choose a password, and an empty wallet.",
        action: { href: NEW_PATH, label: "New reseller" },
      }}
      searchHint={
        query.watch
          ? "To watch a wallet, set a low-wallet threshold on its reseller’s page."
          : "Search for part of the name or email."
      }
      table={{ columns: COLUMNS, rowKey: ({ id }) => id }}
    />
  );
}

const COLUMNS: readonly Column<RowOf<typeof resellerList>>[] = [
  {
    head: "Reseller",
    phone: "title",
    cell: ({ id, name, email }) => (
      <>
        <RowLink href={`/admin/resellers/${id}`} className="font-medium">
          {name}
        </RowLink>
        <span className="block max-w-56 truncate text-muted text-xs max-md:hidden" title={email}>
          {email}
        </span>
      </>
    ),
  },
  { head: "Level", phone: "note", cell: ({ level }) => LEVEL_LABELS[level] },
  { head: "Status", phone: "state", cell: ({ state }) => <ResellerStateBadge state={state} /> },
  {
    head: "Last seen",
    from: "xl",
    cell: ({ seenAt }) => <span className="text-muted">{seenAt ? <Time at={seenAt} /> : "Never"}</span>,
  },
  { head: "Today", align: "end", from: "lg", cell: ({ today }) => <Money text={formatMoney(today)} /> },
  { head: "30 days", align: "end", from: "lg", cell: ({ month }) => <Money text={formatMoney(month)} /> },
  {
    head: "Held",
    align: "end",
    from: "lg",
    cell: ({ held }) => <Money text={formatMoney(held)} className="text-muted" />,
  },
  {
    head: "Balance",
    align: "end",
    phone: "value",
    cell: ({ wallet, adminLowBalanceThreshold }) => (
      <>
        <Money
          text={formatMoney(wallet)}
          className={wallet < 0n ? "font-semibold text-bad" : "font-semibold"}
        />
        {adminLowBalanceThreshold !== null && (
          <span className="block text-muted text-xs">low below {formatMoney(adminLowBalanceThreshold)}</span>
        )}
      </>
    ),
  },
];
