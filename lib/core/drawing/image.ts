import { invalidError, type PortalError } from "#lib/core/error";
import { createIsolatedQueue, IsolatedProcessError } from "#lib/core/isolated-process";
import { type ImageSize, MAX_IMAGE_BYTES, REJECTION_EXIT_CODES } from "./image-limits.ts";

/** The largest image takes a second or two on a slow machine; pixels are outside of the heap, limited by their number. */
const drawingQueue = createIsolatedQueue({
  timeoutMs: 30_000,
  heapMb: 64,
  busyWords: "Another image or PDF of yours is still being created. Wait a moment, then try again.",
});

/**
 * Draws an uploaded image again as WebP, without the file's metadata. In a separate process, one at a time, since this
 * process's threads check passwords.
 * @param account has one drawing at a time.
 * @throws invalid at `picture` when it can't be read, or is too big; rate_limited while another of the account is drawn.
 */
export async function redrawImage(account: number, picture: Uint8Array, size: ImageSize): Promise<Buffer> {
  if (picture.length > MAX_IMAGE_BYTES) throw tooLargeError("Use an image of at most 4 MB.");
  try {
    return await drawForOwner(`${account}`, "lib/core/drawing/draw-image.ts", picture, size);
  } catch (error) {
    if (!(error instanceof IsolatedProcessError)) throw error;
    if (error.code === REJECTION_EXIT_CODES.large)
      throw tooLargeError("Use an image of at most 16 megapixels.");
    const message = "This image can't be read. Use a JPEG, PNG or WebP file.";
    throw invalidError("picture", message, { cause: error });
  }
}

/** Runs `drawInProcess` for an owner, one at a time. @throws rate_limited while another one of theirs is drawn. */
export const drawForOwner = drawingQueue.runFor;

/** Runs a drawing script in a separate process, since the drawing library uses up the threads of its process. */
export const drawInProcess = drawingQueue.run;

function tooLargeError(message: string): PortalError {
  return invalidError("picture", message, { facts: { reason: "too_large" } });
}
