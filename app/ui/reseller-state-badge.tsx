import type { ResellerAccount } from "#lib/account/reseller/read-resellers";
import { StateBadge } from "./badge.tsx";
import type { StateLabel } from "./purchase/purchase-labels.ts";

export const RESELLER_STATE_LABELS: Record<ResellerAccount["state"], StateLabel> = {
  active: { word: "Active", tone: "good" },
  restricted: { word: "Restricted", tone: "unsure" },
  closed: { word: "Closed", tone: "plain" },
};

export function ResellerStateBadge({ state }: { state: ResellerAccount["state"] }) {
  return <StateBadge {...RESELLER_STATE_LABELS[state]} />;
}
