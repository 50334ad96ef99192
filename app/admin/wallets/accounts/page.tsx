import type { Metadata } from "next";
import { savedViews } from "#lib/desk/saved-views";
import { accountList, type ListedAccount } from "#lib/payment/account-list";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { Badge } from "../../../ui/badge.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import type { Tone } from "../../../ui/purchase-words.ts";
import { Time } from "../../../ui/time.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { setAccount } from "../actions.ts";
import { stateFilter, WalletsList } from "../wallets-list.tsx";

export const metadata: Metadata = { title: "Account numbers" };

const HERE = "/admin/wallets/accounts";

const WORDS: Record<ListedAccount["state"], { word: string; tone: Tone }> = {
  asked: { word: "Asked for", tone: "wait" },
  open: { word: "Open", tone: "good" },
  refused: { word: "Refused", tone: "bad" },
  retired: { word: "Retired", tone: "unsure" },
};

const FILTERS = [stateFilter(WORDS)];

/** Who has which account number at which provider, and the way to retire one. */
export default async function AccountNumbersPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [page, views] = await Promise.all([
    accountList.page(ctx, await searchParams),
    savedViews(ctx, { list: HERE }),
  ]);
  return (
    <WalletsList
      here={HERE}
      views={views}
      page={page}
      lead="Account numbers of resellers’ own. What is sent to one is in its wallet by itself."
      search="Account number, or e-mail"
      filters={FILTERS}
      empty={{
        title: "Nobody has an account number",
        text: "Choose on the overview who gives them out. Then resellers find the way to one in their wallet.",
        action: { href: "/admin/wallets", label: "To the overview" },
      }}
      unmatched={{
        title: "Nothing matches",
        text: "No such account number.",
        action: { href: HERE, label: "Show all", quiet: true },
      }}
    >
      <DataTable caption="Account numbers" dense columns={COLUMNS} rows={page.rows} rowKey={({ id }) => id} />
    </WalletsList>
  );
}

const COLUMNS: readonly Column<ListedAccount>[] = [
  {
    key: "reseller",
    head: "Reseller",
    phone: "title",
    // Not over the whole row, which has a button of its own.
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
    key: "number",
    head: "Account number",
    phone: "note",
    cell: ({ number, bank, holder, provider, refusal }) => (
      <>
        <span className="block font-mono text-sm">{number ?? "none yet"}</span>
        <span className="block max-w-72 truncate text-muted text-xs">
          {refusal ?? [bank, holder, provider].filter(Boolean).join(", ")}
        </span>
      </>
    ),
  },
  {
    key: "asked",
    head: "Asked for",
    cell: ({ askedAt, heardAt }) => (
      <>
        <Time at={askedAt} />
        {heardAt && (
          <span className="block text-muted text-xs">
            looked at <Time at={heardAt} />
          </span>
        )}
      </>
    ),
  },
  {
    key: "state",
    head: "State",
    phone: "state",
    cell: ({ state }) => <Badge tone={WORDS[state].tone}>{WORDS[state].word}</Badge>,
  },
  {
    key: "act",
    head: "Change",
    align: "end",
    phone: "value",
    cell: (account) => <Change account={account} />,
  },
];

function Change({ account: { id, state, number, reseller } }: { account: ListedAccount }) {
  if (state !== "open" && state !== "retired") return null;
  const retire = state === "open";
  return (
    <ConfirmDialog
      needs="money"
      trigger={retire ? "Retire" : "Use again"}
      look={{ variant: "quiet", size: "sm" }}
      title={retire ? `Retire ${number} of ${reseller.name}?` : `Use ${number} of ${reseller.name} again?`}
    >
      <p>
        {retire
          ? "What is sent to it from now on waits in suspense. The reseller is told not to use it."
          : "What is sent to it from now on is in the wallet by itself."}
      </p>
      <DeskForm
        needs="money"
        id={`account-${id}`}
        action={setAccount}
        hidden={{ id, to: retire ? "retired" : "open" }}
        submit={retire ? "Retire it" : "Use it again"}
        look={{ variant: retire ? "danger" : "primary", wide: true }}
      />
    </ConfirmDialog>
  );
}
