import { existsSync } from "node:fs";
import { request } from "node:https";
import type { CommandResult } from "#bin/portal/command";
import { describeError } from "#bin/portal/describe-error";
import { PortalError } from "#lib/core/error";
import { type Check, type Finding, formatFinding, MACHINE_CHECKS } from "./checks.ts";
import { readConfig } from "./config.ts";
import { DATABASE_UNIT, isReachable } from "./database.ts";
import { isActive, PLACES } from "./machine.ts";
import { isReady } from "./ready.ts";
import { requireSystemd, runAsPortal } from "./run-setup.ts";
import { readConfigured } from "./settings.ts";
import { UNITS } from "./steps.ts";

/** Checks the machine and the installation, and changes nothing. */
export async function runDoctor(): Promise<CommandResult> {
  requireSystemd();
  if (!existsSync(PLACES.config))
    throw new PortalError("invalid", "Nothing is installed here: run kiosk setup.");
  const settings = readConfigured(readConfig());
  const checks = [...MACHINE_CHECKS, checkUnits, checkDatabase, checkPortal, checkAddress, checkLedger];
  const findings = await Promise.all(checks.map((check) => check(settings)));
  const problems = findings.filter(({ problem, minor }) => problem !== undefined && !minor).length;
  const sum = problems === 0 ? "No problems." : `${problems} of ${findings.length} checks found a problem.`;
  return {
    line: [...findings.map(formatFinding), sum].join("\n"),
    data: { findings },
    failed: problems > 0,
  };
}

const checkUnits: Check = () => {
  const units = [...UNITS, ...(existsSync(PLACES.database) ? [DATABASE_UNIT] : [])];
  const stopped = units.filter((unit) => !isActive(unit));
  const title = `Units: ${units.join(", ")}`;
  if (stopped.length === 0) return { title };
  return { title, problem: `${stopped.join(", ")} isn't running. Run kiosk setup, which starts it` };
};

const checkDatabase: Check = async () => {
  const title = "Database";
  if (await isReachable(readConfig().DATABASE_URL ?? "")) return { title };
  return { title, problem: "it can't be reached. Start it, or correct DATABASE_URL" };
};

/** A busy machine may take a moment. */
const READY_ATTEMPTS = 3;

const checkPortal: Check = async () => {
  for (let attempt = 0; attempt < READY_ATTEMPTS; attempt++)
    if (await isReady()) return { title: "Portal: ready" };
  return { title: "Portal", problem: "it isn't ready. journalctl -u kiosk says why" };
};

/** Requests a page as a browser does, through the proxy. */
const checkAddress: Check = async ({ domain }) => {
  const title = `Pages: https://${domain}`;
  try {
    const status = await requestStatus(domain);
    return status === 200
      ? { title }
      : { title, problem: `they respond with HTTP ${status}: check the proxy` };
  } catch (error) {
    return { title, problem: `${describeError(error)}. Check the proxy: journalctl -u caddy` };
  }
};

function requestStatus(domain: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  // A name of this machine alone has a certificate of Caddy's own authority.
  const rejectUnauthorized = domain !== "localhost";
  const signal = AbortSignal.timeout(20_000);
  request({ hostname: domain, path: "/api/ready", rejectUnauthorized, signal }, (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  })
    .once("error", reject)
    .end();
  return promise;
}

const checkLedger: Check = (): Finding => {
  const title = "Ledger";
  try {
    runAsPortal(["check"]);
    return { title };
  } catch {
    return { title, problem: "run kiosk check, which lists what doesn’t balance" };
  }
};
