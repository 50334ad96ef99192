import sharp, { type ResizeOptions } from "sharp";
import { PortalError } from "./error.ts";

/** The most that may be uploaded, in bytes. */
export const PICTURE_BYTES = 4 * 1024 * 1024;
const MOST_PIXELS = 40_000_000;
/** Never SVG, which is a program of its own. */
const FORMATS: readonly (string | undefined)[] = ["jpeg", "png", "webp"];

/**
 * An uploaded picture drawn anew as WebP: nothing of the file itself, no place and no camera, is kept.
 * @throws invalid at `picture` when it is none, or too big.
 */
export async function redraw(picture: Uint8Array, size: ResizeOptions): Promise<Buffer> {
  if (picture.length > PICTURE_BYTES) throw wrong("Use a picture of at most 4 MB.");
  try {
    const image = sharp(picture, { limitInputPixels: MOST_PIXELS, pages: 1, failOn: "error" });
    const { format } = await image.metadata();
    if (!FORMATS.includes(format)) throw new Error(`a picture in the format ${format}`);
    return await image.autoOrient().resize(size).webp({ quality: 84 }).toBuffer();
  } catch (cause) {
    throw wrong("This is no picture that can be read. Use a JPEG, PNG or WebP file.", cause);
  }
}

function wrong(message: string, cause?: unknown): PortalError {
  return new PortalError("invalid", message, { fields: { picture: [message] }, cause });
}
