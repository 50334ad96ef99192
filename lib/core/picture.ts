import { invalid, type PortalError } from "./error.ts";
import { createIsolatedQueue, IsolatedProcessError } from "./isolated-process.ts";
import { type Drawing, PICTURE_BYTES, REFUSED } from "./picture-limits.ts";

/** A second or two on a slow machine is what the largest takes; the pixels lie beside the heap, bounded by their number. */
const queue = createIsolatedQueue({
  timeoutMs: 30_000,
  heapMb: 64,
  busyWords: "Another picture or paper of yours is being made. Try again when it is done.",
});

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
    if (!(error instanceof IsolatedProcessError)) throw error;
    if (error.code === REFUSED.large) throw tooLarge("Use a picture of at most 16 megapixels.");
    const words = "This is no picture that can be read. Use a JPEG, PNG or WebP file.";
    throw invalid("picture", words, { cause: error });
  }
}

/**
 * `drawApart` for somebody, who has one at a time.
 * @throws rate_limited while another one of theirs is drawn.
 */
export const drawFor = queue.runFor;

/** What a script draws of a picture, or of words, in a process of its own: the library that draws takes the threads of its process. */
export const drawApart = queue.run;

function tooLarge(message: string): PortalError {
  return invalid("picture", message, { facts: { why: "too_large" } });
}
