import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { scaleBound } from "#lib/core/bounds";
import { PortalError } from "#lib/core/error";
import { createCallerQueue, QueueFullError } from "#lib/core/lane/caller-queue";
import { getNetworkPath } from "#lib/core/network/network-prefix";
import { waitWithoutTurn } from "#lib/core/page-turn";

interface ProcessLimits {
  timeoutMs: number;
  heapMb: number;
  /** The longest queue: of all work, of one kind, of a wide network, of a network, and of an account. */
  maxWaiting: readonly number[];
  /** The message to a caller whose other work is in progress. */
  busyWords: string;
}

/** The request that work belongs to. */
export interface ProcessCaller {
  /** An account, or an order. */
  owner: string;
  address?: string | undefined;
  /** Ends the work: the caller has left. */
  signal?: AbortSignal | undefined;
  /** Runs when the work's turn comes; the work is not done when it throws. */
  admit?: () => Promise<void>;
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
 * Creates a queue that runs scripts of this checkout on hostile input, one after the other,
 * each in a separate process without secrets, with a deadline and a limited heap. Scripts,
 * networks and owners take turns. A page lends its own turn meanwhile.
 */
export function createIsolatedQueue(bounds: ProcessLimits) {
  const queue = createCallerQueue({ slots: [1], maxWaiting: bounds.maxWaiting });

  /**
   * Runs a script with `input` as standard input and `wish` as JSON argument, unless the caller leaves.
   * @returns its output.
   * @throws IsolatedProcessError; rate_limited when too many wait; the reason of the caller's signal.
   */
  async function run(
    caller: ProcessCaller,
    script: string,
    input: Uint8Array,
    wish: unknown = null,
  ): Promise<Buffer> {
    const path = [script, ...getNetworkPath(caller.address), caller.owner];
    const release = await queue.take(path, caller.signal).catch((error: unknown) => {
      if (!(error instanceof QueueFullError)) throw error;
      throw new PortalError("rate_limited", bounds.busyWords, { cause: error, facts: { retryAfter: 5 } });
    });
    try {
      await caller.admit?.();
      return await spawnScript(bounds, script, input, wish, caller.signal);
    } finally {
      release();
    }
  }

  return (...args: Parameters<typeof run>) => waitWithoutTurn(() => run(...args));
}

async function spawnScript(
  bounds: ProcessLimits,
  script: string,
  input: Uint8Array,
  wish: unknown,
  signal: AbortSignal | undefined,
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
    ...(signal && { signal }),
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
