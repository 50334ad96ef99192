import type { ResellerAccount } from "#lib/account/reseller/read-resellers";
import { Badge } from "./badge.tsx";
import type { Tone } from "./purchase/purchase-labels.ts";

export const RESELLER_STATE_LABELS: Record<ResellerAccount["state"], { word: string; tone: Tone }> = {
  active: { word: "Active", tone: "good" },
  restricted: { word: "Restricted", tone: "unsure" },
  closed: { word: "Closed", tone: "plain" },
};

export function ResellerStateBadge({ state }: { state: ResellerAccount["state"] }) {
  const { word, tone } = RESELLER_STATE_LABELS[state];
  return (
    <Badge tone={tone} icon>
      {word}
    </Badge>
  );
}
