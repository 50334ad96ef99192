import { Badge } from "#app/ui/badge";
import type { PurchaseState } from "#lib/purchase/read/purchase-view";
import { purchaseStateLabel } from "./purchase-labels.ts";

interface Props {
  state: PurchaseState;
  cancelled?: boolean;
  /** It has an open delivery issue. */
  notReceived?: boolean;
}

/** The state of a purchase, with icon and label. */
export function PurchaseStateBadge({ state, cancelled, notReceived }: Props) {
  const { word, tone } = purchaseStateLabel(state, cancelled);
  return (
    <span className="inline-flex flex-wrap justify-end gap-1">
      <Badge tone={tone} icon>
        {word}
      </Badge>
      {notReceived && <Badge tone="unsure">Delivery issue</Badge>}
    </span>
  );
}
