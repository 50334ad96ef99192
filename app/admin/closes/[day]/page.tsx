import type { Metadata } from "next";
import { formatMoney } from "#lib/core/money";
import { sayDay } from "#lib/core/time";
import { ENTRY_WORDS } from "#lib/ledger/entry-words";
import { closedDay } from "#lib/purchase/report/close-list";
import { requireAdminPage } from "#lib/web/actor";
import { orNotFound } from "#lib/web/or-not-found";
import { Card } from "../../../ui/card.tsx";
import { countText } from "../../../ui/count-text.ts";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Time } from "../../../ui/time.tsx";

export const metadata: Metadata = { title: "Daily close" };

type Closed = Awaited<ReturnType<typeof closedDay>>;

interface Props {
  params: Promise<{ day: string }>;
}

/** The books of one day: what was sold, what moved, and how everything stood at its end. */
export default async function ClosePage({ params }: Props) {
  const { ctx } = await requireAdminPage();
  const { day } = await params;
  const closed = await orNotFound(closedDay(ctx, { day }));
  const { closedAt, networks, kinds } = closed;
  return (
    <>
      <PageHeader
        title={sayDay(day)}
        lead={
          <>
            Closed <Time at={closedAt} />
          </>
        }
        back={{ href: "/admin/closes", label: "Daily close" }}
      />
      <div className="grid gap-5">
        <Books closed={closed} />
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <Sold closed={closed} />
          <Stood closed={closed} />
        </div>
        {networks.length > 0 && (
          <section className="grid gap-3">
            <h2 className="font-semibold">By network</h2>
            <DataTable
              caption="By network"
              columns={NETWORK}
              rows={networks}
              rowKey={(row) => row.network}
              dense
            />
          </section>
        )}
        {kinds.length > 0 && (
          <section className="grid gap-3">
            <h2 className="font-semibold">What moved money</h2>
            <DataTable
              caption="What moved money"
              columns={KIND}
              rows={kinds}
              rowKey={(row) => row.kind}
              dense
            />
          </section>
        )}
      </div>
    </>
  );
}

function Books({ closed: { difference, findings, proved } }: { closed: Closed }) {
  if (difference === 0n && findings.length === 0)
    return (
      <Notice kind="good" title="The books agree">
        {proved
          ? "All wallets are what their entries say, and every promise about money was proved."
          : "All wallets are what their entries say. The whole proof was not made with this close: run the check command for it."}
      </Notice>
    );
  return (
    <Notice kind="error" title="The books do not agree">
      {difference !== 0n && (
        <p>All wallets together differ from their entries by {formatMoney(difference)}.</p>
      )}
      {findings.map((finding) => (
        <p key={finding}>{finding}</p>
      ))}
      <p>Stop sending, and run the check command: nothing here mends itself.</p>
    </Notice>
  );
}

function Sold({ closed }: { closed: Closed }) {
  const { delivered, failed, reversed, sales, cost, margin } = closed;
  return (
    <Card title="Sold">
      <Facts
        facts={[
          { label: "Delivered", value: countText(delivered) },
          { label: "Failed, money back", value: countText(failed) },
          { label: "Reversed", value: countText(reversed) },
          { label: "Sales", value: formatMoney(sales) },
          { label: "Listed cost", value: formatMoney(cost) },
          { label: "Margin", value: formatMoney(margin) },
        ]}
      />
    </Card>
  );
}

function Stood({ closed }: { closed: Closed }) {
  const { walletsBefore, walletsAfter, heldBefore, heldAfter, float, suspense } = closed;
  return (
    <Card title="How it stood">
      <Facts
        facts={[
          { label: "In wallets before", value: formatMoney(walletsBefore) },
          { label: "In wallets after", value: formatMoney(walletsAfter) },
          { label: "Held before", value: formatMoney(heldBefore) },
          { label: "Held after", value: formatMoney(heldAfter) },
          { label: "At the upstream", value: float === null ? "Not told" : formatMoney(float) },
          { label: "In suspense", value: formatMoney(suspense) },
        ]}
      />
    </Card>
  );
}

const NETWORK: readonly Column<Closed["networks"][number]>[] = [
  { key: "network", head: "Network", phone: "title", cell: ({ network }) => network },
  {
    key: "delivered",
    head: "Delivered",
    align: "end",
    phone: "note",
    cell: ({ delivered }) => countText(delivered),
  },
  { key: "sales", head: "Sales", align: "end", phone: "value", cell: ({ sales }) => formatMoney(sales) },
  { key: "margin", head: "Margin", align: "end", phone: "state", cell: ({ margin }) => formatMoney(margin) },
];

const WORDS: Record<string, string> = { ...ENTRY_WORDS, settle: "Delivered" };

const KIND: readonly Column<Closed["kinds"][number]>[] = [
  { key: "kind", head: "Kind", phone: "title", cell: ({ kind }) => WORDS[kind] ?? kind },
  { key: "count", head: "Entries", align: "end", phone: "note", cell: ({ count }) => countText(count) },
  {
    key: "wallets",
    head: "Into wallets",
    align: "end",
    phone: "value",
    cell: ({ wallets }) => formatMoney(wallets),
  },
  { key: "held", head: "Into held", align: "end", cell: ({ held }) => formatMoney(held) },
];
