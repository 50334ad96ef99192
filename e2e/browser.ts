import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { chromium } from "playwright/test";

/** The same engine without the windows: the tests take a fifth less of the machine with it. */
const LIGHT = "chromium-headless-shell";

const SYSTEM = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** How long, in milliseconds, what is fetched may take to come: where another browser is there already, and where none is. */
const SPARE_MS = 60_000;
const NEEDED_MS = 600_000;

let found: Promise<string> | undefined;

/** A Chromium or Chrome that starts on this machine, fetched when there is none. @throws Error saying what to install. */
export function browserPath(): Promise<string> {
  found ??= find();
  return found;
}

/** The browser that is there: the one that was named, the light one, Playwright's own, or the system's. */
export function present(): string | undefined {
  return first([process.env.CHROMIUM_PATH, LIGHT, chromium.executablePath(), ...SYSTEM]);
}

async function find(): Promise<string> {
  const light = first([process.env.CHROMIUM_PATH, LIGHT]);
  if (light) return light;
  const heavier = present();
  const path =
    (await packaged(LIGHT, heavier ? SPARE_MS : NEEDED_MS)) ??
    heavier ??
    (await downloaded()) ??
    (await packaged("chromium", NEEDED_MS));
  if (path) return path;
  throw new Error(
    "The browser tests need Chromium: install Chromium or Chrome, or set CHROMIUM_PATH to one.",
  );
}

/** The first of these names and paths that starts. */
function first(names: (string | undefined)[]): string | undefined {
  return names.flatMap((name) => (!name ? [] : name.includes("/") ? [name] : inPath(name))).find(starts);
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

/** From Debian's packages, whose lists a fresh machine does not have yet. Takes away nothing that is installed. */
async function packaged(name: string, patience: number): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || inPath("apt-get").length === 0) return undefined;
  console.log(`Asking the system's packages for ${name}…`);
  const until = Date.now() + patience;
  const install = ["install", "-y", "-qq", "--no-install-recommends", "--no-remove", name];
  const fetched = () => run("apt-get", [...install, "--download-only"], until);
  // Only what is fetched may be given up half-way.
  const there = (await fetched()) || ((await run("apt-get", ["update", "-qq"], until)) && (await fetched()));
  if (there) await run("apt-get", install);
  const path = first([name]);
  if (!path) console.log(`They do not give ${name}.`);
  return path;
}

async function downloaded(): Promise<string | undefined> {
  console.log("There is no Chromium here: downloading Playwright's…");
  const until = Date.now() + NEEDED_MS;
  const cli = join(dirname(createRequire(import.meta.url).resolve("playwright/package.json")), "cli.js");
  const get = (what: string) => run(process.execPath, [cli, what, "chromium"], until);
  if (!(await get("install"))) return undefined;
  return present() ?? ((await get("install-deps")) ? present() : undefined);
}

/** Whether a command ended well, before that moment if there is one. */
async function run(command: string, args: string[], until = Number.POSITIVE_INFINITY): Promise<boolean> {
  const left = until - Date.now();
  if (left <= 0) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const timeout = Number.isFinite(left) ? left : undefined;
  const child = spawn(command, args, { stdio: "ignore", env, ...(timeout && { timeout }) });
  const [code] = await once(child, "close");
  return code === 0;
}
