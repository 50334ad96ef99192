import { StateBadge } from "#app/ui/badge";
import { type Column, DataTable } from "#app/ui/list/data-table";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { Time } from "#app/ui/time";
import type { ProcessView } from "#lib/monitoring/processes";

export function getProcessState(processes: readonly ProcessView[]): StateLabel {
  const alive = processes.filter((process) => process.alive).length;
  return { word: `${alive} of ${processes.length} running`, tone: alive > 0 ? "good" : "bad" };
}

export function ProcessTable({ processes }: { processes: readonly ProcessView[] }) {
  return (
    <section>
      <h2 className="mb-2 font-semibold">Processes</h2>
      {processes.length === 0 ? (
        <p className="text-muted">No processes reported yet.</p>
      ) : (
        <DataTable caption="Processes" dense columns={COLUMNS} rows={processes} rowKey={({ name }) => name} />
      )}
    </section>
  );
}

const COLUMNS: Column<ProcessView>[] = [
  {
    head: "Process",
    phone: "title",
    cell: ({ name }) => <span className="break-all font-mono text-sm">{name}</span>,
  },
  { head: "Roles", phone: "note", cell: ({ roles }) => roles.replace(",", " and ") },
  { head: "Version", phone: "value", cell: ({ version }) => version },
  { head: "Started", cell: ({ startedAt }) => <Time at={startedAt} /> },
  { head: "Last seen", cell: ({ seenAt }) => <Time at={seenAt} /> },
  {
    head: "Status",
    phone: "state",
    cell: ({ alive }) => (
      <StateBadge tone={alive ? "good" : "bad"} word={alive ? "Running" : "Not responding"} />
    ),
  },
];
