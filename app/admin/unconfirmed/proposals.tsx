import type { UnconfirmedView } from "#lib/reconcile/view";
import { Card } from "../../ui/card.tsx";
import { Time } from "../../ui/time.tsx";
import { ConfirmForm } from "./confirm-form.tsx";
import { Evidence } from "./evidence.tsx";

/** What one admin proposed and another has to look at. */
export function Proposals({ purchases }: { purchases: readonly UnconfirmedView[] }) {
  return (
    <Card title="Waiting for a second admin" padded={false}>
      <ul className="divide-y divide-line">
        {purchases.map((purchase) => (
          <li key={purchase.ident} className="grid gap-4 px-4 py-4 md:px-5">
            <Evidence purchase={purchase} />
            {purchase.proposal && (
              <div className="grid gap-3 rounded-md bg-sunken p-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
                <div>
                  <p className="font-medium">
                    {purchase.proposal.own ? "You propose" : `${purchase.proposal.by} proposes`}:{" "}
                    {purchase.proposal.outcome === "successful" ? "delivered" : "money back"}
                  </p>
                  <p className="text-muted text-sm">
                    “{purchase.proposal.reason}”, <Time at={purchase.proposal.at} />
                  </p>
                </div>
                <ConfirmForm id={purchase.proposal.id} own={purchase.proposal.own} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
