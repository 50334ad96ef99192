import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { ROOT } from "../root.ts";

export interface PortalProcess {
  child: ChildProcess;
  /** Resolves with the exit code when it ends, however that comes. */
  ended: Promise<number | null>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts `bin/start.ts` as a process that ends with this one, and waits until it is ready. What it logs goes to
 * the file `log`. Throws with the last lines of that when it does not start.
 * @param root the built checkout whose portal it is.
 */
export async function portalProcess(
  variables: Record<string, string>,
  log: string,
  flags: string[] = [],
  root = ROOT,
): Promise<PortalProcess> {
  const output = openSync(log, "a");
  const args = ["--conditions=react-server", "bin/start.ts", "--attached", ...flags];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...variables },
    // A session of its own: Ctrl-C reaches it through us, once, and not as well from the terminal.
    detached: true,
    stdio: ["pipe", "pipe", output],
  });
  closeSync(output);
  const ended = once(child, "exit").then(([code]) => code as number | null);
  await Promise.race([isReady(child), ended.then(() => Promise.reject(new Error(lastLines(log))))]);
  return {
    child,
    ended,
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/** Resolves at the line that says so, and never when the process ends without it. */
function isReady(child: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (child.stdout) {
    createInterface(child.stdout).on("line", (line) => {
      if (/^(portal|worker) ready/.test(line)) resolve();
    });
  }
  return promise;
}

function lastLines(log: string): string {
  return readFileSync(log, "utf8").trim().split("\n").slice(-12).join("\n");
}
