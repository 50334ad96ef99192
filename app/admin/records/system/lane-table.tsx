import { StateBadge } from "#app/ui/badge";
import { type Column, DataTable } from "#app/ui/list/data-table";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { Time } from "#app/ui/time";
import type { LaneState } from "#lib/monitoring/lane-states";

export function LaneTable({ lanes }: { lanes: readonly LaneState[] }) {
  return (
    <section>
      <h2 className="mb-2 font-semibold">Background work</h2>
      {lanes.length === 0 ? (
        <p className="text-muted">No background work yet. It starts with a worker.</p>
      ) : (
        <DataTable
          caption="Background work"
          dense
          columns={COLUMNS}
          rows={lanes.toSorted((a, b) => getLaneSeverity(b) - getLaneSeverity(a))}
          rowKey={({ name }) => name}
        />
      )}
    </section>
  );
}

/** Failing lanes come first. */
const getLaneSeverity = ({ stuck, failing }: LaneState) => (stuck > 0 ? 2 : failing > 0 ? 1 : 0);

const COLUMNS: Column<LaneState>[] = [
  { head: "Work", phone: "title", cell: ({ label }) => label },
  {
    head: "Due",
    align: "end",
    phone: "value",
    cell: ({ waiting }) => (
      <>
        {waiting}
        <span className="md:hidden"> due</span>
      </>
    ),
  },
  { head: "Due since", cell: ({ oldestAt }) => oldestAt && <Time at={oldestAt} /> },
  { head: "Last run", cell: ({ lookedAt }) => lookedAt && <Time at={lookedAt} /> },
  {
    head: "Last success",
    phone: "note",
    cell: ({ succeededAt }) =>
      succeededAt && (
        <>
          <span className="md:hidden">Last success </span>
          <Time at={succeededAt} />
        </>
      ),
  },
  { head: "Next run", from: "lg", cell: ({ nextRunAt }) => nextRunAt && <Time at={nextRunAt} /> },
  { head: "Status", phone: "state", cell: (lane) => <StateBadge {...getLaneState(lane)} /> },
];

function getLaneState({ failing, stuck, isRunning }: LaneState): StateLabel {
  if (stuck > 0) return { tone: "bad", word: `${stuck} failing` };
  if (failing > 0) return { tone: "unsure", word: `${failing} to retry` };
  return isRunning ? { tone: "wait", word: "Running" } : { tone: "good", word: "Healthy" };
}
