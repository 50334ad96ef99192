import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { invalid, PortalError } from "./error.ts";
import { type Drawing, PICTURE_BYTES, REFUSED } from "./picture-limits.ts";

/** The longest that one may take to be drawn: a second or two on a slow machine, for the largest. */
const PATIENCE_MS = 30_000;
/** JavaScript's own memory there, in MB; the pixels lie beside it, bounded by their number. */
const HEAP_MB = 64;

/** Whose pictures are being drawn or wait for their turn. */
const busy = new Set<number>();
let turn: Promise<unknown> = Promise.resolve();

/**
 * An uploaded picture drawn anew as WebP: nothing of the file itself, no place and no camera, is kept. Drawn in a process
 * of its own, one at a time: the threads of this one are those that check passwords.
 * @param account whose it is; each has one at a time.
 * @throws invalid at `picture` when it is none, or too big; rate_limited while another of the account is drawn.
 */
export async function redraw(account: number, picture: Uint8Array, size: Drawing): Promise<Buffer> {
  if (picture.length > PICTURE_BYTES) throw tooLarge("Use a picture of at most 4 MB.");
  if (busy.has(account)) {
    const words = "Another picture of yours is being read. Send this one when it is done.";
    throw new PortalError("rate_limited", words, { facts: { retryAfter: 5 } });
  }
  busy.add(account);
  try {
    const mine = turn.then(() => draw(picture, size));
    turn = mine.catch(() => {});
    return await mine;
  } finally {
    busy.delete(account);
  }
}

async function draw(picture: Uint8Array, size: Drawing): Promise<Buffer> {
  // Beside the checkout's other files, which the server that bundles this one does not move.
  const file = join(/* turbopackIgnore: true */ process.cwd(), "lib/core/draw-picture.ts");
  const flags = [`--max-old-space-size=${HEAP_MB}`, "--disable-warning=ExperimentalWarning"];
  const child = spawn(process.execPath, [...flags, file, JSON.stringify(size)], {
    env: { NODE_ENV: "production" },
    stdio: ["pipe", "pipe", "ignore"],
    timeout: PATIENCE_MS,
    killSignal: "SIGKILL",
  });
  const ended = once(child, "close");
  if (child.pid) lower(child.pid);
  // A process that refuses before it has read everything closes its end.
  child.stdin.on("error", () => {});
  child.stdin.end(picture);
  const [drawn, [code]] = await Promise.all([buffer(child.stdout), ended]);
  if (code === 0) return drawn;
  if (code === REFUSED.large) throw tooLarge("Use a picture of at most 16 megapixels.");
  const words = "This is no picture that can be read. Use a JPEG, PNG or WebP file.";
  throw invalid("picture", words, { cause: `ended with ${code}` });
}

/** Whoever signs in goes first; a process that is gone already needs nothing. */
function lower(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {}
}

function tooLarge(message: string): PortalError {
  return invalid("picture", message, { facts: { why: "too_large" } });
}
