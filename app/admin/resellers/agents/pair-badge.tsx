import { Badge } from "#app/ui/badge";
import { Time } from "#app/ui/time";
import type { AgentRow } from "#lib/agent/agent-list";

export function PairBadge({ row: { state, inForce, endsAt } }: { row: AgentRow }) {
  if (state === "ended") return <Badge>Ended</Badge>;
  if (state !== "active") return <Badge tone="unsure">{state === "applied" ? "In review" : "Invited"}</Badge>;
  if (endsAt)
    return (
      <Badge tone="unsure">
        Ends <Time at={endsAt} />
      </Badge>
    );
  return inForce ? <Badge tone="good">Active</Badge> : <Badge tone="unsure">Own level’s price</Badge>;
}

const SHARED_LABELS = { phone: "phone number", device: "device", account: "bank account" };

/** Facts that both of a pair share, or the reason of its end. */
export function SharedFacts({ row: { shared, reason } }: { row: AgentRow }) {
  const same = shared.map((fact) => SHARED_LABELS[fact]).join(", ");
  return (
    <span className="block max-w-56 whitespace-normal text-muted text-sm empty:hidden">
      {same && <span className="text-unsure">Same {same}</span>}
      {reason}
    </span>
  );
}
