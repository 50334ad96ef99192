import type { ProcessView } from "#lib/report/processes";
import { Badge } from "../../ui/badge.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Time } from "../../ui/time.tsx";

/** The portal's processes: what they do, which version they run, and when they last said so. */
export function Processes({ processes }: { processes: readonly ProcessView[] }) {
  return (
    <section>
      <h2 className="mb-2 font-semibold">Processes</h2>
      {processes.length === 0 ? (
        <p className="text-muted">None said that it runs.</p>
      ) : (
        <DataTable caption="Processes" dense columns={COLUMNS} rows={processes} rowKey={({ name }) => name} />
      )}
    </section>
  );
}

const COLUMNS: Column<ProcessView>[] = [
  {
    key: "name",
    head: "Process",
    phone: "title",
    cell: ({ name }) => <span className="break-all font-mono text-sm">{name}</span>,
  },
  { key: "roles", head: "Does", phone: "note", cell: ({ roles }) => roles.replace(",", " and ") },
  { key: "version", head: "Version", phone: "value", cell: ({ version }) => version },
  { key: "started", head: "Started", cell: ({ startedAt }) => <Time at={startedAt} /> },
  { key: "seen", head: "Last seen", cell: ({ seenAt }) => <Time at={seenAt} /> },
  {
    key: "state",
    head: "State",
    phone: "state",
    cell: ({ alive }) => (
      <Badge tone={alive ? "good" : "bad"} icon>
        {alive ? "Alive" : "Silent"}
      </Badge>
    ),
  },
];
