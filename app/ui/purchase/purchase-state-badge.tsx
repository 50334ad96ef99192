import { Badge, StateBadge } from "#app/ui/badge";
import type { PurchaseState } from "#lib/purchase/read/purchase-view";
import { purchaseStateLabel } from "./purchase-labels.ts";

interface Props {
  state: PurchaseState;
  cancelled?: boolean;
  /** It has an open delivery issue. */
  notReceived?: boolean;
}

export function PurchaseStateBadge({ state, cancelled, notReceived }: Props) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-1 md:justify-start">
      <StateBadge {...purchaseStateLabel(state, cancelled)} />
      {notReceived && <Badge tone="unsure">Delivery issue</Badge>}
    </span>
  );
}
