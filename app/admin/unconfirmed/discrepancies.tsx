import Link from "next/link";
import type { DiscrepancyView } from "#lib/reconcile/view";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Time } from "../../ui/time.tsx";
import { AcknowledgeForm } from "./acknowledge-form.tsx";

const KIND: Record<DiscrepancyView["kind"], string> = {
  rise: "Money came in",
  fall: "Money went out",
  answer: "Answer does not fit",
  ident: "Seen before",
  failed_charged: "Failed, but charged",
};

/** What the upstream says that does not fit, until an admin has looked at it. */
export function Discrepancies({ discrepancies }: { discrepancies: readonly DiscrepancyView[] }) {
  if (discrepancies.length === 0) {
    return (
      <Card title="What does not fit">
        <p className="text-muted">Nothing. Every answer and every move of the balance is explained.</p>
      </Card>
    );
  }
  return (
    <Card title="What does not fit" padded={false}>
      <AcknowledgeForm>
        <ul className="divide-y divide-line border-line border-y">
          {discrepancies.map(({ id, kind, detail, ident, seenAt }) => (
            <li key={id} className="flex gap-3 px-4 py-3 md:px-5">
              <label className="target grid size-11 shrink-0 cursor-pointer place-items-center self-start">
                <span className="sr-only">Choose: {detail}</span>
                <input type="checkbox" name="id" value={id} className="size-5 accent-accent" />
              </label>
              <div className="min-w-0 flex-1">
                <Badge tone="unsure">{KIND[kind]}</Badge>
                <p className="mt-1">{detail}</p>
                <p className="text-muted text-sm">
                  Seen <Time at={seenAt} /> at <Link href={`/admin/purchases/${ident}`}>{ident}</Link>
                </p>
              </div>
            </li>
          ))}
        </ul>
      </AcknowledgeForm>
    </Card>
  );
}
