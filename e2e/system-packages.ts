import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Installations of this process, one after the other: the system's package manager allows only one. */
let lastInstallation: Promise<unknown> = Promise.resolve();

/**
 * Installs Debian's packages, whose lists a fresh machine does not have yet. Takes away nothing that is installed; does
 * nothing without the rights to install.
 */
export function installPackages(names: readonly string[], timeoutMs: number): Promise<void> {
  const installation = lastInstallation.then(() => install(names, timeoutMs));
  lastInstallation = installation;
  return installation;
}

async function install(names: readonly string[], timeoutMs: number): Promise<void> {
  if (process.getuid?.() !== 0 || searchPath("apt-get").length === 0) return;
  console.log(`Asking the system's packages for ${names.join(", ")}…`);
  const until = Date.now() + timeoutMs;
  const shared = ["-o", "DPkg::Lock::Timeout=300", "-y", "-qq", "--no-install-recommends", "--no-remove"];
  const install = ["install", ...shared, ...names];
  const fetched = () => runProcess("apt-get", [...install, "--download-only"], until);
  // Only a download may be interrupted.
  const there =
    (await fetched()) || ((await runProcess("apt-get", ["update", "-qq"], until)) && (await fetched()));
  if (there) await runProcess("apt-get", install);
}

/** Playwright wants to know where a program is, not only what it is called. */
export function searchPath(name: string): string[] {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((dir) => join(dir, name))
    .filter((path) => existsSync(path));
}

/** Whether a command ended well, before that moment if there is one. */
export async function runProcess(
  command: string,
  args: string[],
  until = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const left = until - Date.now();
  if (left <= 0) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const timeout = Number.isFinite(left) ? left : undefined;
  const child = spawn(command, args, { stdio: "ignore", env, ...(timeout && { timeout }) });
  const [code] = await once(child, "close");
  return code === 0;
}
