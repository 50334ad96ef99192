import { existsSync } from "node:fs";
import type { CommandResult } from "#bin/portal/command";
import { describeError } from "#bin/portal/describe-error";
import { PortalError } from "#lib/core/error";
import { muteLog } from "#lib/core/log";
import { parseVariables } from "#lib/core/variables";
import { VARIABLES } from "#lib/modules";
import { PROVIDERS } from "#lib/payment/providers/providers";
import { checkBackups } from "./check-backups.ts";
import { checkClock } from "./check-clock.ts";
import { checkDatabase } from "./check-database.ts";
import { checkPages } from "./check-pages.ts";
import { checkProxy } from "./check-proxy.ts";
import { type Check, type Finding, formatFinding, MACHINE_CHECKS } from "./checks.ts";
import { readConfig } from "./config.ts";
import { DATABASE_UNIT } from "./database.ts";
import { isActive, PLACES, runAsPortal } from "./machine.ts";
import { isReady } from "./ready.ts";
import { requireSystemd } from "./run-setup.ts";
import { readConfigured } from "./settings.ts";
import { UNITS } from "./steps.ts";
import { readUnfinished } from "./unfinished-upgrade.ts";

/** Checks the machine and the installation, and changes nothing. */
export async function runDoctor(): Promise<CommandResult> {
  requireSystemd();
  muteLog();
  if (!existsSync(PLACES.config))
    throw new PortalError("invalid", "Nothing is installed here: run kiosk setup.");
  const settings = readConfigured(readConfig());
  const configuration = checkConfiguration();
  // The other checks would call the rest of a configuration wrong that isn't read at all.
  const checks = configuration.problem ? [checkUnits] : [...MACHINE_CHECKS, ...PORTAL_CHECKS];
  const results = await Promise.all(checks.map((check) => check(settings)));
  const findings = [configuration, ...results.flat()];
  const problems = findings.filter(({ problem, minor }) => problem !== undefined && !minor).length;
  const sum = problems === 0 ? "No problems." : `${problems} of ${findings.length} checks found a problem.`;
  return {
    line: [...findings.map(formatFinding), sum].join("\n"),
    data: { findings },
    failed: problems > 0,
  };
}

function checkConfiguration(): Finding {
  const title = `Configuration: ${PLACES.config}`;
  try {
    parseVariables(VARIABLES, readConfig());
    return { title };
  } catch (error) {
    const problem = describeError(error);
    return { title, problem: `${problem}. Correct it, then run kiosk doctor again` };
  }
}

const checkUnits: Check = () => {
  const units = [...UNITS, ...(existsSync(PLACES.database) ? [DATABASE_UNIT] : [])];
  const stopped = units.filter((unit) => !isActive(unit));
  const title = `Units: ${units.join(", ")}`;
  if (stopped.length === 0) return { title };
  return { title, problem: `${stopped.join(", ")} isn't running. Run kiosk setup, which starts it` };
};

const checkUpgrade: Check = () => {
  const unfinished = readUnfinished();
  if (!unfinished) return { title: "Upgrade: none unfinished" };
  const problem = `one to ${unfinished.to} was interrupted. Run kiosk upgrade with its file again, or kiosk upgrade --back`;
  return { title: "Upgrade", problem };
};

/** A busy machine may take a moment. */
const READY_ATTEMPTS = 3;

async function checkPortal(): Promise<Finding> {
  for (let attempt = 0; attempt < READY_ATTEMPTS; attempt++)
    if (await isReady()) return { title: "Portal: ready" };
  return { title: "Portal", problem: "it isn't ready. journalctl -u kiosk says why" };
}

function checkLedger(): Finding {
  const title = "Ledger";
  try {
    runAsPortal(["check"]);
    return { title };
  } catch (error) {
    // The command lists what doesn't balance on its standard output, which `run` doesn't repeat.
    const [, reason = ""] = (error as Error).message.split(/ check failed: /);
    return reason === ""
      ? { title, problem: "run kiosk check, which lists what doesn’t balance" }
      : { title, problem: `not checked. ${reason}`, minor: true };
  }
}

const PORTAL_CHECKS: Check[] = [
  ({ upstream }) => {
    const config = readConfig();
    const used = Object.values(PROVIDERS).filter(({ keys }) =>
      Object.values(keys).every(({ variable }) => config[variable] || config[`${variable}_FILE`]),
    );
    return checkClock([upstream, ...used.map(({ getBaseUrl }) => getBaseUrl())]);
  },
  checkUnits,
  checkUpgrade,
  () => checkDatabase(readConfig().DATABASE_URL ?? ""),
  checkPortal,
  checkProxy,
  ({ domain }) => checkPages(domain),
  () => checkBackups(readConfig().DATABASE_URL ?? ""),
  checkLedger,
];
