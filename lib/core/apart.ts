import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { PortalError } from "./error.ts";

interface Bounds {
  /** The longest that one may take, in ms. */
  patienceMs: number;
  /** JavaScript's own memory there, in MB. */
  heapMb: number;
  /** What is said to an account whose other work is not done yet. */
  busyWords: string;
}

/** A process apart ended without an answer. */
export class NotDone extends Error {
  /** Its exit code; null when it was ended. */
  readonly code: number | null;

  constructor(code: number | null) {
    super(`ended with ${code}`);
    this.code = code;
  }
}

/**
 * Work on what strangers send, by scripts of this checkout in processes of their own: each is ended when it takes too long or
 * too much, holds up no request meanwhile, and knows no secrets. One at a time; each kind of work has a line of its own.
 */
export function apart(bounds: Bounds) {
  const busy = new Set<string>();
  let turn: Promise<unknown> = Promise.resolve();

  /**
   * What a script makes of an input that it reads; `wish` goes to it as JSON.
   * @throws NotDone when it ends otherwise than in order.
   */
  function run(script: string, input: Uint8Array, wish: unknown = null): Promise<Buffer> {
    const mine = turn.then(() => answerOf(bounds, script, input, wish));
    turn = mine.catch(() => {});
    return mine;
  }

  /**
   * The same for somebody, who has one at a time.
   * @throws rate_limited while another one of theirs is not done.
   */
  async function runFor(whose: string, script: string, input: Uint8Array, wish?: unknown): Promise<Buffer> {
    if (busy.has(whose))
      throw new PortalError("rate_limited", bounds.busyWords, { facts: { retryAfter: 5 } });
    busy.add(whose);
    try {
      return await run(script, input, wish);
    } finally {
      busy.delete(whose);
    }
  }

  return { run, runFor };
}

async function answerOf(bounds: Bounds, script: string, input: Uint8Array, wish: unknown): Promise<Buffer> {
  // Beside the checkout's other files, which the server that bundles this one does not move.
  const file = join(/* turbopackIgnore: true */ process.cwd(), script);
  const heap = `--max-old-space-size=${bounds.heapMb}`;
  const flags = ["--conditions=react-server", heap, "--disable-warning=ExperimentalWarning"];
  const child = spawn(process.execPath, [...flags, file, JSON.stringify(wish)], {
    env: { NODE_ENV: "production" },
    stdio: ["pipe", "pipe", "ignore"],
    timeout: bounds.patienceMs,
    killSignal: "SIGKILL",
  });
  const ended = once(child, "close");
  if (child.pid) lower(child.pid);
  // A process that refuses before it has read everything closes its end.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const [answer, [code]] = await Promise.all([buffer(child.stdout), ended]);
  if (code !== 0) throw new NotDone(code);
  return answer;
}

/** Whoever signs in goes first, but a busy machine still answers within the patience; a process that is gone needs nothing. */
function lower(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {}
}
