import { StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
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

/** The state of the last backup, for the summary. */
export function getBackupState(done: readonly MaintenanceView[]): StateLabel {
  const last = done.find(({ kind }) => kind === "backup");
  return last ? getRunState(last) : { word: "None yet", tone: "unsure" };
}

const getRunState = ({ ok }: MaintenanceView): StateLabel =>
  ok ? { word: "Successful", tone: "good" } : { word: "Failed", tone: "bad" };

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
                {last && <StateBadge {...getRunState(last)} />}
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
