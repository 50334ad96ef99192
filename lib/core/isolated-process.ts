import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { scaleBound } from "#lib/core/bounds";
import { PortalError } from "#lib/core/error";

interface ProcessLimits {
  timeoutMs: number;
  heapMb: number;
  /** The message to an account whose other work is in progress. */
  busyWords: string;
}

export class IsolatedProcessError extends Error {
  /** Exit code; null when the process was killed. */
  readonly code: number | null;

  constructor(code: number | null) {
    super(`exited with ${code}`);
    this.code = code;
  }
}

/**
 * Creates a queue that runs scripts of this checkout on hostile input, one after the other, each in a separate process without
 * secrets, with a deadline and a limited heap. Each kind of work has its own queue, so that it can't delay another.
 */
export function createIsolatedQueue(bounds: ProcessLimits) {
  const busy = new Set<string>();
  let turn: Promise<unknown> = Promise.resolve();

  /**
   * Runs a script with `input` as standard input and `wish` as JSON argument. @returns its output.
   * @throws IsolatedProcessError
   */
  function run(script: string, input: Uint8Array, wish: unknown = null): Promise<Buffer> {
    const result = turn.then(() => spawnScript(bounds, script, input, wish));
    turn = result.catch(() => {});
    return result;
  }

  /** Runs a script, one at a time for each account. @throws rate_limited while another is in progress. */
  async function runFor(account: string, script: string, input: Uint8Array, wish?: unknown): Promise<Buffer> {
    if (busy.has(account))
      throw new PortalError("rate_limited", bounds.busyWords, { facts: { retryAfter: 5 } });
    busy.add(account);
    try {
      return await run(script, input, wish);
    } finally {
      busy.delete(account);
    }
  }

  return { run, runFor };
}

async function spawnScript(
  bounds: ProcessLimits,
  script: string,
  input: Uint8Array,
  wish: unknown,
): Promise<Buffer> {
  // The bundler must not move or trace it: it is part of the checkout.
  const file = join(/* turbopackIgnore: true */ process.cwd(), script);
  const heap = `--max-old-space-size=${bounds.heapMb}`;
  const flags = ["--conditions=react-server", heap, "--disable-warning=ExperimentalWarning"];
  const child = spawn(process.execPath, [...flags, file, JSON.stringify(wish)], {
    env: { NODE_ENV: "production" },
    stdio: ["pipe", "pipe", "ignore"],
    timeout: scaleBound(bounds.timeoutMs),
    killSignal: "SIGKILL",
  });
  const ended = once(child, "close");
  if (child.pid) lowerPriority(child.pid);
  // A script that fails early closes its end.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const [answer, [code]] = await Promise.all([buffer(child.stdout), ended]);
  if (code !== 0) throw new IsolatedProcessError(code);
  return answer;
}

/** Requests go first. A process that has exited needs no priority. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {}
}
