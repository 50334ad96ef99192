import { CircleAlert, CircleCheck } from "lucide-react";
import { Card } from "#app/ui/card";
import { type DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { PageLink } from "#app/ui/page/page-link";
import { Time } from "#app/ui/time";
import { formatMoney } from "#lib/core/money/money";
import type { LedgerSummary } from "#lib/ledger/ledger-summary";
import type { UpstreamBalance } from "#lib/reconcile/unconfirmed-view";

interface Props {
  summary: LedgerSummary;
  upstream: UpstreamBalance | null;
}

export function LedgerCard({ summary, upstream }: Props) {
  const { paidIn, balanced, belowZero } = summary;
  const Icon = balanced ? CircleCheck : CircleAlert;
  return (
    <Card title="Ledger">
      <p className={`flex items-start gap-2 font-medium ${balanced ? "text-good" : "text-bad"}`}>
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
        {balanced
          ? `Balanced: all ${formatMoney(paidIn)} paid in is accounted for.`
          : "Out of balance. Stop sending and run the check command to find the cause."}
      </p>
      <DescriptionList facts={[...buildLedgerItems(summary), buildUpstreamItem(upstream)]} />
      {belowZero.length > 0 && (
        <div className="mt-3">
          <h3 className="font-medium text-sm">Below zero</h3>
          <ul className="mt-1 text-sm">
            {belowZero.map(({ resellerId, name, wallet }) => (
              <li key={resellerId} className="flex min-h-9 items-center justify-between gap-4">
                <PageLink href={`/admin/wallets/${resellerId}`} className="underline underline-offset-4">
                  {name}
                </PageLink>
                <span className="text-bad">{formatMoney(wallet)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}

function buildLedgerItems({ paidIn, owed, owing, held, sold }: LedgerSummary): DescriptionItem[] {
  return [
    { label: "Paid in", value: formatMoney(paidIn) },
    { label: "Owed to resellers", value: formatMoney(owed) },
    ...(owing > 0n
      ? [{ label: "Owed by resellers", value: <span className="text-bad">{formatMoney(-owing)}</span> }]
      : []),
    { label: "Held for purchases", value: formatMoney(held) },
    { label: "Revenue", value: formatMoney(sold) },
  ];
}

function buildUpstreamItem(upstream: UpstreamBalance | null): DescriptionItem {
  if (!upstream)
    return { label: "Main supplier’s balance", value: <span className="text-muted">Unknown</span> };
  return {
    label: "Main supplier’s balance",
    value: (
      <>
        <span className={upstream.low ? "text-bad" : ""}>{formatMoney(upstream.amount)}</span>
        <span className="block font-normal text-muted text-sm">
          reported <Time at={upstream.seenAt} />
        </span>
      </>
    ),
  };
}
