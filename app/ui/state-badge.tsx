import type { PurchaseState } from "#lib/purchase/read/view";
import { Badge } from "./badge.tsx";
import { purchaseWords } from "./purchase-words.ts";

/** A purchase's state in people's words: icon and word first, colour second. */
export function StateBadge({ state, cancelled }: { state: PurchaseState; cancelled?: boolean }) {
  const { word, tone } = purchaseWords(state, cancelled);
  return (
    <Badge tone={tone} icon>
      {word}
    </Badge>
  );
}
