import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import type { CommandFlags, CommandResult } from "#bin/portal/command";
import { PortalError } from "#lib/core/error";
import { readConfig } from "./config.ts";
import { DATABASE_USER, dropDatabase, getDatabaseKind } from "./database.ts";
import { hasUser, KEPT_CONFIG, PLACES, run, succeeds, writeWhole } from "./machine.ts";
import { removeSite } from "./proxy-steps.ts";
import { print, requireSystemd } from "./run-setup.ts";
import { readConfigured } from "./settings.ts";

/** Files that systemd keeps of the timers. */
const TIMER_STAMPS = "/var/lib/systemd/timers/stamp-kiosk-*";

/**
 * Removes the portal from this machine after a last backup, and leaves its backups with the configuration
 * that reads them.
 */
export async function runRemove(flags: CommandFlags): Promise<CommandResult> {
  requireSystemd();
  const config = readConfig();
  const { domain } = readConfigured(config);
  const kind = getDatabaseKind(config.DATABASE_URL ?? "postgres://none");
  const database = kind === "given" ? "the database of DATABASE_URL is kept" : "its database is deleted";
  print(`Removing the portal${domain && ` at ${domain}`}: ${database}; ${PLACES.backups} is kept.`);
  if (!flags.yes) await confirmDomain(domain);
  if (existsSync(join(PLACES.units, "kiosk-backup.service")) && !flags["without-backup"]) {
    print("Making a last backup…");
    run("systemctl", ["start", "kiosk-backup.service"]);
  }
  const units = globSync("kiosk*", { cwd: PLACES.units });
  for (const unit of units) succeeds("systemctl", ["disable", "--now", unit]);
  for (const unit of units) rmSync(join(PLACES.units, unit));
  run("systemctl", ["daemon-reload"]);
  if (existsSync(PLACES.site)) removeSite();
  dropDatabase(kind, config.DATABASE_URL);
  keepConfig();
  for (const user of ["kiosk", DATABASE_USER]) if (hasUser(user)) run("userdel", [user]);
  for (const path of [PLACES.command, ...globSync("/opt/kiosk*"), ...globSync(TIMER_STAMPS)])
    rmSync(path, { recursive: true, force: true });
  return {
    line: `Removed. ${PLACES.backups} has the backups, and portal.env with the key that reads them`,
    data: { kept: PLACES.backups },
  };
}

async function confirmDomain(domain: string): Promise<void> {
  if (!process.stdin.isTTY) throw new PortalError("invalid", "Nothing was removed. Add --yes to remove it.");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const entered = await terminal.question(`Enter ${domain} to remove it: `);
  terminal.close();
  if (entered.trim() !== domain) throw new PortalError("invalid", "Nothing was removed.");
}

/** Without its key, a backup can't be read. */
function keepConfig(): void {
  if (!existsSync(PLACES.config)) return;
  run("install", ["-d", "-m", "0700", PLACES.backups]);
  run("chown", ["-R", "root:root", PLACES.backups]);
  writeWhole(KEPT_CONFIG, readFileSync(PLACES.config, "utf8"), 0o600);
  rmSync(dirname(PLACES.config), { recursive: true });
}
