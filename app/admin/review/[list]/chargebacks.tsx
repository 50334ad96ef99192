import { AdminList, type GroupedListProps } from "#app/admin/admin-list";
import { resellerColumn } from "#app/admin/wallets/columns";
import { StateBadge } from "#app/ui/badge";
import { ShieldAlert } from "#app/ui/icon/icons.ts";
import type { Column } from "#app/ui/list/data-table";
import { Money } from "#app/ui/money";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { Time } from "#app/ui/time";
import { formatMoney } from "#lib/core/money/money";
import { type Chargeback, chargebackList } from "#lib/payment/dispute/chargeback-list";

export { chargebackList as list };

/** Payments that the payer's bank disputes or took back, and those that were won back. */
export function Page(request: GroupedListProps) {
  return (
    <AdminList
      complete
      live
      {...request}
      list={chargebackList}
      title="Disputes and chargebacks"
      lead="Send evidence for an open dispute before its deadline. A chargeback is debited from the wallet automatically, and credited again when the dispute is won."
      search="Transaction, reference or email"
      filters={[
        {
          name: "state",
          label: "Status",
          options: {
            open: "Open dispute",
            lost: "Charged back",
            part: "Lost in part",
            won: "Chargeback won",
          },
        },
      ]}
      empty={{
        icon: ShieldAlert,
        title: "No disputes or chargebacks yet",
        text: "A payment appears here when the payer’s bank disputes it or takes it back.",
      }}
      table={{ columns: COLUMNS, rowKey: ({ id }) => id }}
    />
  );
}

function getChargebackState({ restoredAt, reversedAt, lost, dispute }: Chargeback): StateLabel {
  if (restoredAt) return { tone: "good", word: "Chargeback won" };
  if (reversedAt) return { tone: "bad", word: "Charged back" };
  if (dispute?.state === "open") return { tone: "bad", word: "Open dispute" };
  if (lost > 0n) return { tone: "bad", word: "Lost in part" };
  if (dispute?.state === "won") return { tone: "good", word: "Dispute won" };
  if (dispute?.state === "lost") return { tone: "bad", word: "Dispute lost" };
  return { tone: "wait", word: "In review" };
}

function DisputeEvidence({ dispute }: Pick<Chargeback, "dispute">) {
  if (dispute?.state !== "open") return null;
  return (
    <span className="relative z-10 block text-muted text-xs">
      {dispute.dueAt && (
        <span className="block">
          Evidence due <Time at={dispute.dueAt} />
        </span>
      )}
      {dispute.evidence && (
        <a className="underline underline-offset-4" href={dispute.evidence} target="_blank" rel="noreferrer">
          Send evidence
        </a>
      )}
    </span>
  );
}

const COLUMNS: readonly Column<Chargeback>[] = [
  {
    ...resellerColumn,
    cell: ({ reseller }) =>
      reseller ? resellerColumn.cell({ reseller }) : <span className="text-muted">From suspense</span>,
  },
  {
    head: "Payment",
    phone: "note",
    cell: ({ transaction, reference, provider, dispute, reversedAt }) => (
      <>
        <span className="block truncate font-mono text-sm max-xl:max-w-56">
          {reference ?? transaction}
          <span className="block text-muted text-xs max-md:hidden">
            {provider} {reference && transaction}
          </span>
        </span>
        <span className="md:hidden">
          {reversedAt && <Time at={reversedAt} />}
          <DisputeEvidence dispute={dispute} />
        </span>
      </>
    ),
  },
  {
    head: "Dispute",
    cell: ({ dispute }) =>
      dispute && (
        <>
          {dispute.wanted}
          <DisputeEvidence dispute={dispute} />
        </>
      ),
  },
  {
    head: "Charged back",
    cell: ({ reversedAt, restoredAt, lost, currency }) => (
      <>
        {reversedAt && <Time at={reversedAt} />}
        {lost > 0n && !reversedAt && formatMoney(lost, currency)}
        {restoredAt && (
          <span className="block text-muted text-xs">
            won <Time at={restoredAt} />
          </span>
        )}
      </>
    ),
  },
  {
    head: "Status",
    phone: "state",
    cell: (chargeback) => <StateBadge {...getChargebackState(chargeback)} icon={false} />,
  },
  {
    head: "Wallet now",
    align: "end",
    cell: ({ wallet }) =>
      wallet !== null && <Money text={formatMoney(wallet)} className={wallet < 0n ? "text-bad" : ""} />,
  },
  {
    head: "Paid",
    align: "end",
    phone: "value",
    cell: ({ paid }) => <Money text={paid} className="font-semibold" />,
  },
];
