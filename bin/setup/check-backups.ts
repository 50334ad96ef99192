import { connect } from "#db/client";
import { type MaintenanceState, readMaintenanceStates } from "#lib/maintenance/maintenance-state";
import type { Finding } from "./checks.ts";
import { readConfig } from "./config.ts";
import { run, succeeds } from "./machine.ts";

const KINDS = [
  { kind: "backup", title: "Backup", unit: "kiosk-backup.service", command: "kiosk backup" },
  {
    kind: "restore_test",
    title: "Restore test",
    unit: "kiosk-restore-test.service",
    command: "kiosk restore --test --from latest",
  },
] as const;

/** Checks the last backup and restore test, and whether the next ones, of their units, may write. */
export async function checkBackups(url: string): Promise<Finding[]> {
  const states = await readStates(url).catch(() => []);
  return KINDS.map(({ kind, title, unit, command }) => {
    const state = states.find((state) => state.kind === kind);
    const problem =
      (kind === "backup" ? findWriteProblem(unit) : undefined) ??
      (succeeds("systemctl", ["is-failed", "--quiet", unit])
        ? `the last one of the timer failed. journalctl -u ${unit} says why; then run systemctl start ${unit}`
        : state && describeMaintenance(state, command));
    return problem ? { title, problem } : { title: formatTitle(title, state?.succeededAt) };
  });
}

async function readStates(url: string): Promise<MaintenanceState[]> {
  const { db, close } = connect(url, 1);
  try {
    return await readMaintenanceStates({ actor: { kind: "system", name: "cli" }, db });
  } finally {
    await close();
  }
}

const formatTitle = (title: string, at: Date | null | undefined) =>
  at ? `${title}: last one ${at.toISOString().slice(0, 16).replace("T", " ")} UTC` : `${title}: none yet`;

/** Describes the problem of a kind of maintenance; undefined for none. */
export function describeMaintenance(
  { failure, isOverdue }: MaintenanceState,
  command: string,
): string | undefined {
  if (failure) return `the last one failed: ${failure.summary.replace(/\.$/, "")}. Then run ${command}`;
  return isOverdue ? `none succeeded for too long. Run ${command}, and see systemctl list-timers` : undefined;
}

/** Returns why the unit can't write to a folder of `BACKUP_TO`, whatever root can. */
function findWriteProblem(unit: string): string | undefined {
  const { BACKUP_TO: dir = "" } = readConfig();
  if (!dir.startsWith("/")) return undefined;
  if (!succeeds("runuser", ["-u", "kiosk", "--", "test", "-w", dir]))
    return `the user kiosk may not write to ${dir}. Run install -d -o kiosk -m 0700 ${dir}`;
  const open = run("systemctl", ["show", "--property=ReadWritePaths", "--value", unit]).trim().split(/\s+/);
  const paths = open.map((path) => path.replace(/^[-+]+/, ""));
  if (paths.some((path) => path && (dir === path || dir.startsWith(`${path}/`)))) return undefined;
  return `its unit may not write to ${dir}. Run systemctl edit kiosk-backup, and add ReadWritePaths=${dir} under [Service]`;
}
