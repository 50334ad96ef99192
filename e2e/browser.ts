import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { chromium } from "playwright/test";

/** The headless one first: it is the same engine without the windows, and starts far lighter. */
const SYSTEM = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** A Chromium or Chrome that starts on this machine, fetched when there is none. @throws Error saying what to install. */
export function browserPath(): string {
  return present() ?? downloaded() ?? packaged() ?? refuse();
}

/** The browser that is there: the one that was named, Playwright's own, or the system's. */
export function present(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  const system = SYSTEM.flatMap((name) => (name.startsWith("/") ? [name] : inPath(name)));
  return [...(named ? [named] : []), chromium.executablePath(), ...system].find(starts);
}

/** Playwright wants to know where a program is, not only what it is called. */
function inPath(name: string): string[] {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((dir) => join(dir, name))
    .filter((path) => existsSync(path));
}

/** Asked for its version, so that one whose libraries are missing is not taken. */
function starts(path: string): boolean {
  return spawnSync(path, ["--version"], { timeout: 15_000, stdio: "ignore" }).status === 0;
}

function downloaded(): string | undefined {
  console.log("There is no Chromium here: downloading Playwright's…");
  const cli = join(dirname(createRequire(import.meta.url).resolve("playwright/package.json")), "cli.js");
  if (!run(process.execPath, [cli, "install", "chromium"])) return undefined;
  return present() ?? (run(process.execPath, [cli, "install-deps", "chromium"]) ? present() : undefined);
}

function packaged(): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  console.log("Asking the system's package manager for Chromium…");
  run("apt-get", ["update", "-qq"]);
  run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
  return present();
}

function run(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { stdio: "ignore", timeout: 600_000, env }).status === 0;
}

function refuse(): never {
  throw new Error(
    "The browser tests need Chromium: install Chromium or Chrome, or set CHROMIUM_PATH to one.",
  );
}
