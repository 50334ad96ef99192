import { createHash } from "node:crypto";
import { invalidError, type PortalError } from "#lib/core/error";
import { createIsolatedQueue, IsolatedProcessError, type ProcessCaller } from "#lib/core/isolated-process";
import { type ImageSize, MAX_IMAGE_BYTES, REJECTION_EXIT_CODES } from "./image-limits.ts";

/**
 * The largest image takes a second or two on a slow machine;
 * pixels are outside of the heap, limited by their number.
 */
const runDrawing = createIsolatedQueue({
  timeoutMs: 30_000,
  heapMb: 64,
  maxWaiting: [100, 50, 24, 8, 1],
  busyWords: "Another image or PDF of yours is still being created. Wait a moment, then try again.",
});

/** The last drawings by their content: the same receipt or image is requested again and again. */
const drawings = new Map<string, Buffer>();
const MAX_KEPT_DRAWINGS = 50;
/** A logo is below 50 KB, and a statement of a year may have megabytes. */
const MAX_KEPT_BYTES = 300_000;

/**
 * Draws an uploaded image again as WebP, without the file's metadata. In a separate process, one at a time,
 * since this process's threads check passwords.
 * @throws invalid at `picture` when it can't be read, or is too big; like `draw`.
 */
export async function redrawImage(
  caller: ProcessCaller,
  picture: Uint8Array,
  size: ImageSize,
): Promise<Buffer> {
  if (picture.length > MAX_IMAGE_BYTES) throw tooLargeError("Use an image of at most 4 MB.");
  try {
    return await draw(caller, "lib/drawing/draw-image.ts", picture, size);
  } catch (error) {
    if (!(error instanceof IsolatedProcessError)) throw error;
    if (error.code === REJECTION_EXIT_CODES.large)
      throw tooLargeError("Use an image of at most 16 megapixels.");
    const message = "This image can't be read. Use a JPEG, PNG or WebP file.";
    throw invalidError("picture", message, { cause: error });
  }
}

/**
 * Runs a drawing script in a separate process, since the drawing library uses up the threads of its process;
 * returns the last drawing of the same content at once.
 * @throws rate_limited when too many of the caller's drawings wait; IsolatedProcessError;
 * the reason of its signal.
 */
export async function draw(
  caller: ProcessCaller,
  script: string,
  input: Uint8Array,
  wish: unknown = null,
): Promise<Buffer> {
  const key = createHash("sha256")
    .update(JSON.stringify([script, wish]))
    .update(input)
    .digest("base64");
  const earlier = drawings.get(key);
  drawings.delete(key);
  const drawing = earlier ?? (await runDrawing(caller, script, input, wish));
  if (drawing.length <= MAX_KEPT_BYTES) drawings.set(key, drawing);
  const [oldest] = drawings.keys();
  if (drawings.size > MAX_KEPT_DRAWINGS && oldest !== undefined) drawings.delete(oldest);
  return drawing;
}

function tooLargeError(message: string): PortalError {
  return invalidError("picture", message, { facts: { reason: "too_large" } });
}
