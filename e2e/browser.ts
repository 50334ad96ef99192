import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { chromium } from "playwright/test";
import { installPackages, runProcess, searchPath } from "./system-packages.ts";

/** The same engine without the windows: the tests take a fifth less of the machine with it. */
const HEADLESS_SHELL = "chromium-headless-shell";

const SYSTEM_BROWSERS = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The time limits of a download, in milliseconds: where another browser is installed, and where none is. */
const OPTIONAL_FETCH_MS = 60_000;
const REQUIRED_FETCH_MS = 600_000;

let cachedPath: Promise<string> | undefined;

/** A Chromium or Chrome that starts on this machine, fetched when there is none. @throws Error saying what to install. */
export function browserPath(): Promise<string> {
  cachedPath ??= findBrowser();
  return cachedPath;
}

/** Finds an installed browser: the configured one, the headless one, Playwright's own, or the system's. */
export function findInstalledBrowser(): string | undefined {
  return findFirst([
    process.env.CHROMIUM_PATH,
    HEADLESS_SHELL,
    chromium.executablePath(),
    ...SYSTEM_BROWSERS,
  ]);
}

async function findBrowser(): Promise<string> {
  const light = findFirst([process.env.CHROMIUM_PATH, HEADLESS_SHELL]);
  if (light) return light;
  const heavier = findInstalledBrowser();
  const path =
    (await installBrowser(HEADLESS_SHELL, heavier ? OPTIONAL_FETCH_MS : REQUIRED_FETCH_MS)) ??
    heavier ??
    (await downloadBrowser()) ??
    (await installBrowser("chromium", REQUIRED_FETCH_MS));
  if (path) return path;
  throw new Error(
    "The browser tests need Chromium: install Chromium or Chrome, or set CHROMIUM_PATH to one.",
  );
}

/** Finds the first of these names and paths that starts. */
function findFirst(names: (string | undefined)[]): string | undefined {
  return names
    .flatMap((name) => (!name ? [] : name.includes("/") ? [name] : searchPath(name)))
    .find(canStart);
}

/** Asked for its version, so that one whose libraries are missing is not taken. */
function canStart(path: string): boolean {
  return spawnSync(path, ["--version"], { timeout: 15_000, stdio: "ignore" }).status === 0;
}

async function installBrowser(name: string, timeoutMs: number): Promise<string | undefined> {
  await installPackages([name], timeoutMs);
  const path = findFirst([name]);
  if (!path) console.log(`They do not give ${name}.`);
  return path;
}

async function downloadBrowser(): Promise<string | undefined> {
  console.log("There is no Chromium here: downloading Playwright's…");
  const until = Date.now() + REQUIRED_FETCH_MS;
  const cli = join(dirname(createRequire(import.meta.url).resolve("playwright/package.json")), "cli.js");
  const get = (what: string) => runProcess(process.execPath, [cli, what, "chromium"], until);
  if (!(await get("install"))) return undefined;
  return findInstalledBrowser() ?? ((await get("install-deps")) ? findInstalledBrowser() : undefined);
}
