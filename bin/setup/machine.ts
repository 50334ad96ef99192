import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/** Where an installation keeps its files. */
export const PLACES = {
  /** A link to the folder of the version that runs, and one to the version before it. */
  current: "/opt/kiosk",
  before: "/opt/kiosk-before",
  /** The record of an upgrade that has begun. */
  unfinished: "/opt/kiosk-upgrade.json",
  command: "/usr/local/bin/kiosk",
  config: "/etc/kiosk/portal.env",
  /** The embedded PostgreSQL, where one is used. */
  database: "/var/lib/kiosk/database",
  backups: "/var/backups/kiosk",
  units: "/etc/systemd/system",
  caddyfile: "/etc/caddy/Caddyfile",
  site: "/etc/caddy/kiosk.caddy",
} as const;

/** The configuration that a removed installation leaves beside its backups. */
export const KEPT_CONFIG = `${PLACES.backups}/portal.env`;

const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Runs a command of the system. @returns its output. @throws Error in one line when it fails */
export function run(command: string, args: readonly string[], input?: string): string {
  const { error, status, stdout, stderr } = spawnSync(command, args, {
    encoding: "utf8",
    maxBuffer: 64e6,
    ...(input !== undefined && { input }),
    // Not this process's: a command of the portal reads its own.
    env: {
      NODE_ENV: "production",
      PATH,
      HOME: "/root",
      DEBIAN_FRONTEND: "noninteractive",
      LC_ALL: "C.UTF-8",
    },
  });
  if (status === 0) return stdout;
  const [reason = `exit code ${status}`] = stderr?.trim().split("\n").slice(-1) ?? [];
  throw new Error(`${[command, ...args].join(" ")} failed: ${error?.message ?? reason}`);
}

/** Runs a command of the installed portal as its user. @returns what it prints */
export const runAsPortal = (args: string[], root: string = PLACES.current): string =>
  run("runuser", ["-u", "kiosk", "--", `${root}/bin/kiosk`, ...args]);

export function succeeds(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

export const isActive = (unit: string): boolean => succeeds("systemctl", ["is-active", "--quiet", unit]);

export const hasUser = (name: string): boolean => succeeds("id", ["-u", name]);

export const readIfThere = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8") : "");

/** Writes a file whole or not at all, whenever the power fails. */
export function writeWhole(file: string, text: string, mode: number, group?: string): void {
  const temporary = `${file}.new`;
  writeFileSync(temporary, text, { mode, flush: true });
  if (group) run("chown", [`root:${group}`, temporary]);
  renameSync(temporary, file);
}

/** Points a link elsewhere in one step. */
export function pointLink(link: string, target: string): void {
  run("ln", ["-sfn", target, `${link}.new`]);
  renameSync(`${link}.new`, link);
}
