import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { ROOT } from "#bin/root";

export interface PortalProcess {
  child: ChildProcess;
  /** Resolves with the exit code when it ends for any reason. */
  ended: Promise<number | null>;
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts `bin/start.ts` as a process that ends with this one, and waits until it is ready. Its output goes to
 * the file `log`. Throws with the last lines of that when it does not start.
 * @param root the built checkout of the portal.
 */
export const startPortalProcess = (
  variables: Record<string, string>,
  log: string,
  flags: string[] = [],
  root = ROOT,
): Promise<PortalProcess> =>
  startProcess(["--conditions=react-server", "bin/start.ts", "--attached", ...flags], variables, log, root);

const END_WITH_PARENT = "process.stdin.resume().once('close', () => process.exit(1))";

/** Starts `next start` in the same way: pages and API without our own server and the worker. */
export async function startPlainNext(variables: Record<string, string>, log: string): Promise<PortalProcess> {
  const program = "node_modules/next/dist/bin/next";
  const flags = [`--import=data:text/javascript,${END_WITH_PARENT}`];
  const portal = await startProcess([...flags, program, "start"], variables, log, ROOT);
  // It reports readiness before it loads the portal, whose API says 503 until then.
  const isStarting = async () => (await fetch(`http://localhost:${variables.PORT}/api`)).status === 503;
  while (await isStarting()) await pause(50);
  return portal;
}

async function startProcess(
  args: string[],
  variables: Record<string, string>,
  log: string,
  root: string,
): Promise<PortalProcess> {
  const output = openSync(log, "a");
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...variables },
    // A session of its own: Ctrl-C reaches it through this process, once, and not also from the terminal.
    detached: true,
    stdio: ["pipe", "pipe", output],
  });
  closeSync(output);
  const ended = once(child, "exit").then(([code]) => code as number | null);
  await Promise.race([
    waitUntilReady(child),
    ended.then(() => Promise.reject(new Error(readLastLines(log)))),
  ]);
  return {
    child,
    ended,
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/**
 * Resolves at the line that reports readiness, the portal's or the framework's;
 * never when the process ends without it.
 */
function waitUntilReady(child: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (child.stdout) {
    createInterface(child.stdout).on("line", (line) => {
      if (/^(portal|worker) ready|Ready in/.test(line)) resolve();
    });
  }
  return promise;
}

function readLastLines(log: string): string {
  return readFileSync(log, "utf8").trim().split("\n").slice(-12).join("\n");
}
