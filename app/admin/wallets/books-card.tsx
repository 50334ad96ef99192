import { CircleAlert, CircleCheck } from "lucide-react";
import { formatMoney } from "#lib/core/money";
import type { Books } from "#lib/ledger/books";
import type { UpstreamBalance } from "#lib/reconcile/view";
import { Card } from "../../ui/card.tsx";
import { type Fact, Facts } from "../../ui/facts.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Time } from "../../ui/time.tsx";

interface Props {
  books: Books;
  upstream: UpstreamBalance | null;
}

/** What was paid in against what became of it, and what is at the upstream. */
export function BooksCard({ books, upstream }: Props) {
  const { paidIn, balanced, belowZero } = books;
  const Icon = balanced ? CircleCheck : CircleAlert;
  return (
    <Card title="The books">
      <p className={`flex items-start gap-2 font-medium ${balanced ? "text-good" : "text-bad"}`}>
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
        {balanced
          ? `They balance: all of the ${formatMoney(paidIn)} that were paid in are accounted for.`
          : "They do not balance. Run the check command, and stop sending until you know why."}
      </p>
      <Facts facts={[...facts(books), atUpstream(upstream)]} />
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

function facts({ paidIn, owed, owing, held, sold }: Books): Fact[] {
  return [
    { label: "Paid in", value: formatMoney(paidIn) },
    { label: "Owed to resellers", value: formatMoney(owed) },
    ...(owing > 0n
      ? [{ label: "Owed by resellers", value: <span className="text-bad">{formatMoney(-owing)}</span> }]
      : []),
    { label: "Held for purchases", value: formatMoney(held) },
    { label: "Earned by sales", value: formatMoney(sold) },
  ];
}

function atUpstream(upstream: UpstreamBalance | null): Fact {
  if (!upstream) return { label: "At the upstream", value: <span className="text-muted">Not told yet</span> };
  return {
    label: "At the upstream",
    value: (
      <>
        <span className={upstream.low ? "text-bad" : ""}>{formatMoney(upstream.amount)}</span>
        <span className="block font-normal text-muted text-sm">
          seen <Time at={upstream.seenAt} />
        </span>
      </>
    ),
  };
}
