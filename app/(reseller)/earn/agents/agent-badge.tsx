import { StateBadge } from "#app/ui/badge";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import type { AgentView } from "#lib/agent/list-agents";

const STATE_LABELS: Record<AgentView["state"], StateLabel> = {
  active: { word: "Active", tone: "good" },
  applied: { word: "In review", tone: "wait" },
  invited: { word: "Invited", tone: "unsure" },
  ended: { word: "Ended", tone: "plain" },
};

export function AgentBadge({ agent: { state, endsAt, expiresAt } }: { agent: AgentView }) {
  if (state === "active" && endsAt) return <StateBadge word="Ending" tone="unsure" />;
  if (state === "invited" && expiresAt < new Date()) return <StateBadge word="Expired" tone="plain" />;
  return <StateBadge {...STATE_LABELS[state]} />;
}
