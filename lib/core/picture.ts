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
const busy = new Set<string>();
let turn: Promise<unknown> = Promise.resolve();

/**
 * An uploaded picture drawn anew as WebP: nothing of the file itself, no place and no camera, is kept. Drawn apart, one at
 * a time: the threads of this process are those that check passwords.
 * @param account whose it is; each has one at a time.
 * @throws invalid at `picture` when it is none, or too big; rate_limited while another of the account is drawn.
 */
export async function redraw(account: number, picture: Uint8Array, size: Drawing): Promise<Buffer> {
  if (picture.length > PICTURE_BYTES) throw tooLarge("Use a picture of at most 4 MB.");
  try {
    return await drawFor(`${account}`, "lib/core/draw-picture.ts", picture, size);
  } catch (error) {
    if (!(error instanceof NotDrawn)) throw error;
    if (error.code === REFUSED.large) throw tooLarge("Use a picture of at most 16 megapixels.");
    const words = "This is no picture that can be read. Use a JPEG, PNG or WebP file.";
    throw invalid("picture", words, { cause: error });
  }
}

/**
 * `drawApart` for somebody, who has one at a time.
 * @throws rate_limited while another one of theirs is drawn.
 */
export async function drawFor(
  whose: string,
  script: string,
  input: Uint8Array,
  wish: unknown = null,
): Promise<Buffer> {
  if (busy.has(whose)) {
    const words = "Another picture or paper of yours is being made. Try again when it is done.";
    throw new PortalError("rate_limited", words, { facts: { retryAfter: 5 } });
  }
  busy.add(whose);
  try {
    return await drawApart(script, wish, input);
  } finally {
    busy.delete(whose);
  }
}

/** A process that draws ended without a drawing. */
class NotDrawn extends Error {
  readonly code: number | null;

  constructor(code: number | null) {
    super(`ended with ${code}`);
    this.code = code;
  }
}

/**
 * What a script of this checkout makes of a picture, or of words, in a process of its own, which is ended after 30 s: the
 * library that draws may hang, and takes the threads of its process.
 * @param wish goes to the script as JSON; the picture is what it reads.
 */
export function drawApart(script: string, wish: unknown, picture: Uint8Array): Promise<Buffer> {
  const mine = turn.then(() => draw(script, wish, picture));
  turn = mine.catch(() => {});
  return mine;
}

async function draw(script: string, wish: unknown, picture: Uint8Array): Promise<Buffer> {
  // Beside the checkout's other files, which the server that bundles this one does not move.
  const file = join(/* turbopackIgnore: true */ process.cwd(), script);
  const flags = [`--max-old-space-size=${HEAP_MB}`, "--disable-warning=ExperimentalWarning"];
  const child = spawn(process.execPath, [...flags, file, JSON.stringify(wish)], {
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
  if (code !== 0) throw new NotDrawn(code);
  return drawn;
}

/** Whoever signs in goes first, but a busy machine still draws within the patience; a process that is gone needs nothing. */
function lower(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {}
}

function tooLarge(message: string): PortalError {
  return invalid("picture", message, { facts: { why: "too_large" } });
}
