import { StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { Time, TimePhrase } from "#app/ui/time";
import type { MaintenanceView } from "#lib/maintenance/maintenance-runs";

const KINDS = [
  { kind: "check", label: "Ledger check", never: "No check yet. A worker runs one each night." },
  { kind: "backup", label: "Backup", never: "No backup yet. Run kiosk backup." },
  {
    kind: "restore_test",
    label: "Restore test",
    never: "No restore test yet. Run kiosk restore --test --from latest.",
  },
] as const;

export function MaintenanceList({ done }: { done: readonly MaintenanceView[] }) {
  return (
    <Card title="Backups and checks">
      <ul className="grid gap-4">
        {KINDS.map(({ kind, label, never }) => {
          const last = done.find((run) => run.kind === kind);
          return (
            <li key={kind} className="grid gap-1">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <span className="font-medium">{label}</span>
                {last && (
                  <StateBadge tone={last.ok ? "good" : "bad"} word={last.ok ? "Successful" : "Failed"} />
                )}
              </div>
              <p className="break-words text-muted text-sm">
                {last ? (
                  <>
                    <Time at={last.endedAt} /> · {last.summary}
                    {!last.ok && last.wentWellAt && (
                      <TimePhrase before=". Last success " at={last.wentWellAt} />
                    )}
                  </>
                ) : (
                  never
                )}
              </p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
