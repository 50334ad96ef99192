import { AdminDialog } from "#app/admin/admin-form";
import type { AgentRow } from "#lib/agent/agent-list";
import { endPairAction } from "./actions.ts";

/** Ends a pair or an invitation at once. */
export function EndPairDialog({ row: { id, state, agent, name, parent } }: { row: AgentRow }) {
  if (state === "ended") return null;
  return (
    <AdminDialog
      needs="resellers"
      trigger="End"
      look={{ variant: "quiet", size: "sm" }}
      title={`End ${agent?.name ?? name} as agent of ${parent.name}?`}
      about="At once: the agent’s next purchase is at their own level’s price. Money, history and earned commissions stay. This can’t be undone; the parent can invite again."
      id={`end-${id}`}
      action={endPairAction}
      hidden={{ id }}
      reasonHint="Both resellers see this."
      submit="End agent"
      submitLook="danger"
    />
  );
}
