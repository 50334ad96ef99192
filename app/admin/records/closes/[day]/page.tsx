import { Banner } from "#app/ui/banner";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { DescriptionList } from "#app/ui/description-list";
import { formatCount } from "#app/ui/format-count.ts";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { PageHeader } from "#app/ui/page/page-header";
import { TimePhrase } from "#app/ui/time";
import { formatMoney } from "#lib/core/money/money";
import { formatNetworkName } from "#lib/core/text/display-name";
import { formatDay } from "#lib/core/time/time";
import { ENTRY_LABELS } from "#lib/ledger/entry-labels";
import { requireAdminPage } from "#lib/request/actor";
import { loadOrNotFound } from "#lib/request/load-or-not-found";
import { getDailyClose } from "#lib/sales/daily-close-list";

export const metadata = { title: "Daily close" };

type ClosedDay = Awaited<ReturnType<typeof getDailyClose>>;

export default async function ClosePage({ params }: { params: Promise<{ day: string }> }) {
  const { ctx } = await requireAdminPage();
  const { day } = await params;
  const closed = await loadOrNotFound(getDailyClose(ctx, { day }));
  const { closedAt, networks, kinds } = closed;
  return (
    <>
      <PageHeader
        title={formatDay(day)}
        lead={<TimePhrase before="Closed " at={closedAt} />}
        back={{ href: "/admin/records/closes", label: "Daily closes" }}
      >
        <ButtonLink href={`/admin/records/outcomes?day=${day}`} variant="secondary">
          Outcomes
        </ButtonLink>
      </PageHeader>
      <div className="grid gap-5">
        <ClosingLedger closed={closed} />
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <ClosingSales closed={closed} />
          <ClosingBalances closed={closed} />
        </div>
        {networks.length > 0 && (
          <section className="grid gap-3">
            <h2 className="font-semibold">By network</h2>
            <DataTable
              caption="By network"
              columns={NETWORK_COLUMNS}
              rows={networks}
              rowKey={(row) => row.network}
              dense
            />
          </section>
        )}
        {kinds.length > 0 && (
          <section className="grid gap-3">
            <h2 className="font-semibold">Movements by kind</h2>
            <DataTable
              caption="Movements by kind"
              columns={KIND_COLUMNS}
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

function ClosingLedger({ closed: { difference, findings, proved } }: { closed: ClosedDay }) {
  if (difference === 0n && findings.length === 0)
    return (
      <Banner kind="good" title="Ledger balanced">
        {proved
          ? "All wallets match their entries, and every ledger check passed."
          : "All wallets match their entries. The full check wasn’t part of this close. Run the check command to do it."}
      </Banner>
    );
  return (
    <Banner kind="error" title="Ledger out of balance">
      {difference !== 0n && (
        <p>The sum of all wallets differs from their entries by {formatMoney(difference)}.</p>
      )}
      {findings.map((finding) => (
        <p key={finding}>{finding}</p>
      ))}
      <p>Stop sending and run the check command. This isn’t corrected automatically.</p>
    </Banner>
  );
}

function ClosingSales({ closed }: { closed: ClosedDay }) {
  const { delivered, failed, reversed, sales, cost, margin, upgrades, referrals, messages, waived } = closed;
  return (
    <Card title="Sales">
      <DescriptionList
        facts={[
          { label: "Delivered", value: formatCount(delivered) },
          { label: "Failed, refunded", value: formatCount(failed) },
          { label: "Reversed", value: formatCount(reversed) },
          { label: "Sales", value: formatMoney(sales) },
          { label: "Listed cost", value: formatMoney(cost) },
          { label: "Margin", value: formatMoney(margin) },
          upgrades !== 0n && { label: "Level upgrades sold", value: formatMoney(upgrades) },
          messages !== 0n && { label: "Messages sold", value: formatMoney(messages) },
          referrals !== 0n && { label: "Referral rewards paid", value: formatMoney(referrals) },
          waived !== 0n && { label: "Advances waived", value: formatMoney(waived) },
        ]}
      />
    </Card>
  );
}

function ClosingBalances({ closed }: { closed: ClosedDay }) {
  const { walletsBefore, walletsAfter, heldBefore, heldAfter, mainSupplierBalance, suspense, advanced } =
    closed;
  return (
    <Card title="Balances">
      <DescriptionList
        facts={[
          { label: "Wallets, start of day", value: formatMoney(walletsBefore) },
          { label: "Wallets, end of day", value: formatMoney(walletsAfter) },
          { label: "Held, start of day", value: formatMoney(heldBefore) },
          { label: "Held, end of day", value: formatMoney(heldAfter) },
          {
            label: "Main supplier’s balance",
            value: mainSupplierBalance === null ? "Unknown" : formatMoney(mainSupplierBalance),
          },
          { label: "In suspense", value: formatMoney(suspense) },
          advanced !== 0n && { label: "Advances, not ended", value: formatMoney(advanced) },
        ]}
      />
    </Card>
  );
}

const NETWORK_COLUMNS: readonly Column<ClosedDay["networks"][number]>[] = [
  { head: "Network", phone: "title", cell: ({ network }) => formatNetworkName(network) },
  { head: "Delivered", align: "end", phone: "note", cell: ({ delivered }) => formatCount(delivered) },
  { head: "Sales", align: "end", phone: "value", cell: ({ sales }) => formatMoney(sales) },
  { head: "Margin", align: "end", phone: "state", cell: ({ margin }) => formatMoney(margin) },
];

const LABELS: Record<string, string> = {
  ...ENTRY_LABELS,
  settle: "Delivered",
  advance_closed: "Advance closed, not delivered",
  advance_waived: "Advance waived",
};

const KIND_COLUMNS: readonly Column<ClosedDay["kinds"][number]>[] = [
  { head: "Kind", phone: "title", cell: ({ kind }) => LABELS[kind] ?? kind },
  { head: "Entries", align: "end", phone: "note", cell: ({ count }) => formatCount(count) },
  { head: "Wallets", align: "end", phone: "value", cell: ({ wallets }) => formatMoney(wallets) },
  { head: "Held", align: "end", cell: ({ held }) => formatMoney(held) },
  { head: "Advances", align: "end", cell: ({ advanced }) => formatMoney(advanced) },
];
