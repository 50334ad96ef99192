import type { PurchaseState } from "#lib/purchase/read/view";
import { Badge } from "./badge.tsx";
import { purchaseWords } from "./purchase-words.ts";

interface Props {
  state: PurchaseState;
  cancelled?: boolean;
  /** Its reseller says so, and the case is open. */
  notReceived?: boolean;
}

/** A purchase's state in people's words: icon and word first, colour second. */
export function StateBadge({ state, cancelled, notReceived }: Props) {
  const { word, tone } = purchaseWords(state, cancelled);
  return (
    <span className="inline-flex flex-wrap justify-end gap-1">
      <Badge tone={tone} icon>
        {word}
      </Badge>
      {notReceived && <Badge tone="unsure">Not received?</Badge>}
    </span>
  );
}
