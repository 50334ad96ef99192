import type { UnconfirmedView } from "#lib/reconcile/view";
import { address } from "../../../ui/address.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { Time } from "../../../ui/time.tsx";
import { Evidence } from "../../unconfirmed/evidence.tsx";

/** What is known of a purchase that nobody knows the outcome of, and the way to decide it. */
export function Decision({ purchase }: { purchase: UnconfirmedView }) {
  const { ident, proposal } = purchase;
  return (
    <Card title="Not confirmed">
      <Evidence purchase={purchase} />
      {proposal && (
        <p className="mt-3">
          {proposal.own ? "You propose" : `${proposal.by} proposes`}:{" "}
          {proposal.outcome === "successful" ? "delivered" : "money back"}, “{proposal.reason}”,{" "}
          <Time at={proposal.at} />
        </p>
      )}
      <ButtonLink href={`${address("/admin/unconfirmed", { q: ident })}#decide`} className="mt-4">
        {proposal ? "Confirm it" : "Decide it"}
      </ButtonLink>
    </Card>
  );
}
