import { existsSync } from "node:fs";
import type { CommandFlags, CommandResult } from "#bin/portal/command";
import { PortalError } from "#lib/core/error";
import { muteLog } from "#lib/core/log";
import { checkClock } from "./check-clock.ts";
import { checkDatabase } from "./check-database.ts";
import { type Check, formatFinding, MACHINE_CHECKS } from "./checks.ts";
import { PLACES, runAsPortal } from "./machine.ts";
import { readSettings, type Settings } from "./settings.ts";
import { listSteps } from "./steps.ts";

/** Installs the portal on this machine, or adds its missing parts. */
export async function runSetup(flags: CommandFlags): Promise<CommandResult> {
  requireSystemd();
  muteLog();
  const settings = await readSettings(flags);
  const database = flags.database as string | undefined;
  if (!existsSync(PLACES.config)) await checkMachine(settings, database);
  let changes = 0;
  for (const step of listSteps({
    settings,
    database,
    proxy: !flags["no-proxy"],
    restore: flags.restore as string | undefined,
  })) {
    const plan = await step.plan();
    if (plan === undefined) continue;
    changes++;
    print(`${plan}…`);
    await step.make();
  }
  const address = `https://${settings.domain}`;
  const link = readOwnerLink();
  const line = `${changes === 0 ? "Nothing was missing" : "Done"}. The portal is at ${address}`;
  return {
    line: link
      ? `${line}\n\nBecome its owner at this address, which works once and for 24 hours:\n${link}`
      : line,
    data: { address, changes, link },
  };
}

/** @throws invalid for other users than root, and without systemd */
export function requireSystemd(): void {
  if (process.getuid?.() !== 0) throw new PortalError("invalid", "Run this command as root.");
  if (!existsSync("/run/systemd/system"))
    throw new PortalError(
      "invalid",
      "This machine doesn't run systemd: see docs/operate/install.md for other ways.",
    );
}

/** Reports what could be wrong with the machine. @throws invalid where the portal can't work */
async function checkMachine(settings: Settings, database: string | undefined): Promise<void> {
  print("Checking this machine and the upstream…");
  const checks: Check[] = [
    ...MACHINE_CHECKS,
    ({ upstream }) => checkClock([upstream]),
    () => (database ? checkDatabase(database) : []),
  ];
  const findings = (await Promise.all(checks.map((check) => check(settings)))).flat();
  for (const finding of findings) print(formatFinding(finding));
  if (findings.some(({ problem, minor }) => problem !== undefined && !minor))
    throw new PortalError(
      "invalid",
      "Nothing was changed. Solve these problems, then run kiosk setup again.",
    );
}

/** Returns the address at which the first owner signs up; none once there is an admin. */
function readOwnerLink(): string | undefined {
  return JSON.parse(runAsPortal(["owner", "link", "--json"])).link ?? undefined;
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`);
