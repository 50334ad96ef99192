import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { ROOT } from "#bin/root";

const SOURCE_DIR = join(import.meta.dirname, "tools");
/** Outside of the sources: their packages are larger than the portal's own. */
export const TOOLS_DIR = join(ROOT, "node_modules/.cache/openapi-tools");
const LIST = "package.json";
const INSTALLED_LIST = "installed.json";

/** Installs the tools of this folder's package.json, unless they are there already. */
export async function installTools(): Promise<void> {
  const list = readFileSync(join(SOURCE_DIR, LIST), "utf8");
  const stamp = join(TOOLS_DIR, INSTALLED_LIST);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === list) return;
  mkdirSync(TOOLS_DIR, { recursive: true });
  copyFileSync(join(SOURCE_DIR, LIST), join(TOOLS_DIR, LIST));
  const options = ["--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { code, output } = await run("npm", ["install", ...options]);
  if (code !== 0) throw new Error(`The tools could not be installed:\n${output}`);
  copyFileSync(join(TOOLS_DIR, LIST), stamp);
}

/** Returns the version of an installed tool. */
export function getToolVersion(name: string, dir = TOOLS_DIR): string {
  const { version } = JSON.parse(readFileSync(join(dir, "node_modules", name, "package.json"), "utf8"));
  return `${name} ${version}`;
}

/** Runs a script of an installed tool to its end. */
export function runScript(script: string, args: string[], env: Record<string, string> = {}) {
  return run(process.execPath, [join(TOOLS_DIR, "node_modules", script), ...args], env);
}

/** Starts a script of an installed tool that runs until it is killed. */
export const startScript = (script: string, args: string[]) =>
  spawn(process.execPath, [join(TOOLS_DIR, "node_modules", script), ...args], {
    cwd: TOOLS_DIR,
    stdio: ["ignore", "pipe", "inherit"],
  });

/** Runs a program in the tools' folder. */
export async function run(program: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(program, args, {
    cwd: TOOLS_DIR,
    // The tools start each other by the first `node` on the path, and the system's may be too old for them.
    env: { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code: code as number | null, stdout: out, output: out + err };
}
