import { AdminDialog } from "#app/admin/admin-form";
import { AdminList, type GroupedListProps } from "#app/admin/admin-list";
import { setAccountStateAction } from "#app/admin/wallets/actions.ts";
import { StateBadge } from "#app/ui/badge";
import { Hash } from "#app/ui/icon/icons.ts";
import type { Column } from "#app/ui/list/data-table";
import { PageLink } from "#app/ui/page/page-link";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { Time } from "#app/ui/time";
import { type DedicatedAccount, dedicatedAccountList } from "#lib/payment/account/dedicated-account-list";

export { dedicatedAccountList as list };

const STATE_LABELS: Record<DedicatedAccount["state"], StateLabel> = {
  requested: { word: "Pending", tone: "wait" },
  open: { word: "Active", tone: "good" },
  rejected: { word: "Rejected", tone: "bad" },
  retired: { word: "Retired", tone: "unsure" },
};

export function Page(request: GroupedListProps) {
  return (
    <AdminList
      complete
      live
      {...request}
      list={dedicatedAccountList}
      title="Dedicated accounts"
      lead="A transfer to a reseller’s dedicated account is credited to their wallet automatically."
      search="Account number or email"
      filters={[{ name: "state", label: "Status", options: STATE_LABELS }]}
      empty={{
        icon: Hash,
        title: "No dedicated accounts yet",
        text: "Choose a provider for dedicated accounts in Settings. Then resellers can request one in their wallet.",
        action: { href: "/admin/settings/payments#online-payments", label: "Open settings" },
      }}
      searchHint="Enter the whole account number or email."
      table={{ columns: COLUMNS, rowKey: ({ id }) => id }}
    />
  );
}

const COLUMNS: readonly Column<DedicatedAccount>[] = [
  {
    head: "Reseller",
    phone: "title",
    // The row has a button, so the link does not cover it.
    cell: ({ reseller }) => (
      <PageLink
        href={`/admin/wallets/${reseller.id}`}
        className="font-medium underline-offset-4 hover:underline"
      >
        {reseller.name}
      </PageLink>
    ),
  },
  {
    head: "Account number",
    phone: "note",
    cell: ({ number, bank, holder, provider, rejection }) => (
      <>
        <span className="block font-mono text-sm">{number ?? "Pending"}</span>
        <span className="block max-w-72 truncate text-muted text-xs">
          {rejection ?? [bank, holder, provider].filter(Boolean).join(", ")}
        </span>
      </>
    ),
  },
  {
    head: "Requested",
    cell: ({ requestedAt, checkedAt }) => (
      <>
        <Time at={requestedAt} />
        {checkedAt && (
          <span className="block text-muted text-xs">
            checked <Time at={checkedAt} />
          </span>
        )}
      </>
    ),
  },
  {
    head: "Status",
    phone: "state",
    cell: ({ state }) => <StateBadge {...STATE_LABELS[state]} icon={false} />,
  },
  {
    head: "Actions",
    align: "end",
    phone: "value",
    cell: (account) => <AccountStateForm account={account} />,
  },
];

function AccountStateForm({ account: { id, state, number, reseller } }: { account: DedicatedAccount }) {
  if (state !== "open" && state !== "retired") return null;
  const retire = state === "open";
  return (
    <AdminDialog
      needs="money"
      trigger={retire ? "Retire" : "Reactivate"}
      look={{ variant: "quiet", size: "sm" }}
      title={retire ? `Retire ${number} of ${reseller.name}?` : `Reactivate ${number} of ${reseller.name}?`}
      about={`${retire ? "New transfers to it go to suspense. The reseller is notified not to use it." : "New transfers to it are credited to the wallet automatically."}`}
      id={`account-${id}`}
      action={setAccountStateAction}
      hidden={{ id, to: retire ? "retired" : "open" }}
      submit={retire ? "Retire account" : "Reactivate account"}
      submitLook={retire ? "danger" : "primary"}
    />
  );
}
