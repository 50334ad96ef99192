import type { Metadata } from "next";
import { formatMoney, groupedText } from "#lib/core/money";
import { savedViews } from "#lib/desk/saved-views";
import { type ChargeBack, chargeBackList } from "#lib/payment/charge-back-list";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { Badge } from "../../../ui/badge.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { Money } from "../../../ui/money.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { Time } from "../../../ui/time.tsx";
import { WalletsList } from "../wallets-list.tsx";

export const metadata: Metadata = { title: "Charge-backs" };

const HERE = "/admin/wallets/charge-backs";

const FILTERS = [
  {
    name: "state",
    label: "State",
    empty: "All",
    options: [
      { value: "open", label: "Open dispute" },
      { value: "lost", label: "Taken back" },
      { value: "part", label: "Lost in part" },
      { value: "won", label: "Given back" },
    ],
  },
];

/** Payments that the payer's bank asks back or took back, and those that came back. */
export default async function ChargeBacksPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [page, views] = await Promise.all([
    chargeBackList.page(ctx, await searchParams),
    savedViews(ctx, { list: HERE }),
  ]);
  return (
    <WalletsList
      here={HERE}
      views={views}
      page={page}
      lead="Give evidence in an open dispute before its deadline. What a payer’s bank takes back leaves the wallet automatically, and returns when the dispute is won."
      search="Transaction, reference, or e-mail"
      filters={FILTERS}
      empty="No payment was disputed or taken back."
    >
      <DataTable caption="Charge-backs" dense columns={COLUMNS} rows={page.rows} rowKey={({ id }) => id} />
    </WalletsList>
  );
}

function stateOf({ restoredAt, reversedAt, lost, dispute }: ChargeBack) {
  if (restoredAt) return { tone: "good", word: "Given back" } as const;
  if (reversedAt) return { tone: "bad", word: "Taken back" } as const;
  if (dispute?.state === "open") return { tone: "bad", word: "Open dispute" } as const;
  if (lost > 0n) return { tone: "bad", word: "Lost in part" } as const;
  if (dispute?.state === "won") return { tone: "good", word: "Dispute won" } as const;
  if (dispute?.state === "lost") return { tone: "bad", word: "Dispute lost" } as const;
  return { tone: "wait", word: "In review" } as const;
}

/** Until when an open dispute is answered, and where. */
function Evidence({ dispute }: Pick<ChargeBack, "dispute">) {
  if (dispute?.state !== "open") return null;
  return (
    <span className="relative z-10 block text-muted text-xs">
      {dispute.dueAt && (
        <>
          Evidence until <Time at={dispute.dueAt} />{" "}
        </>
      )}
      {dispute.evidence && (
        <a className="underline underline-offset-4" href={dispute.evidence} target="_blank" rel="noreferrer">
          Give evidence
        </a>
      )}
    </span>
  );
}

const COLUMNS: readonly Column<ChargeBack>[] = [
  {
    key: "reseller",
    head: "Reseller",
    phone: "title",
    cell: ({ reseller }) =>
      reseller ? (
        <PageLink href={`/admin/wallets/${reseller.id}`} className="stretched rounded-sm font-medium">
          {reseller.name}
        </PageLink>
      ) : (
        <span className="text-muted">From suspense</span>
      ),
  },
  {
    key: "transaction",
    head: "Payment",
    phone: "note",
    cell: ({ transaction, reference, provider, dispute }) => (
      <>
        <span className="block truncate font-mono text-sm max-xl:max-w-56">
          {reference ?? transaction}
          <span className="block text-muted text-xs max-md:hidden">
            {provider} {reference && transaction}
          </span>
        </span>
        <span className="md:hidden">
          <Evidence dispute={dispute} />
        </span>
      </>
    ),
  },
  {
    key: "dispute",
    head: "Dispute",
    cell: ({ dispute }) =>
      dispute && (
        <>
          {dispute.wanted}
          <Evidence dispute={dispute} />
        </>
      ),
  },
  {
    key: "when",
    head: "Taken back",
    cell: ({ reversedAt, restoredAt, lost, currency }) => (
      <>
        {reversedAt && <Time at={reversedAt} />}
        {lost > 0n && !reversedAt && `${currency} ${groupedText(lost, currency)}`}
        {restoredAt && (
          <span className="block text-muted text-xs">
            given back <Time at={restoredAt} />
          </span>
        )}
      </>
    ),
  },
  {
    key: "state",
    head: "State",
    phone: "state",
    cell: (one) => {
      const { tone, word } = stateOf(one);
      return <Badge tone={tone}>{word}</Badge>;
    },
  },
  {
    key: "wallet",
    head: "In the wallet now",
    align: "end",
    cell: ({ wallet }) =>
      wallet !== null && <Money text={formatMoney(wallet)} className={wallet < 0n ? "text-bad" : ""} />,
  },
  {
    key: "amount",
    head: "Paid",
    align: "end",
    phone: "value",
    cell: ({ paid }) => <Money text={paid} className="font-semibold" />,
  },
];
