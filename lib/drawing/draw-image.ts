// Runs as a separate process (lib/drawing/image.ts): reads an image and writes its drawing. A
// hostile file can't harm anything else here: there are no secrets and no shared threads, and the parent
// ends it at its deadline.
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { type ImageSize, MAX_IMAGE_PIXELS, REJECTION_EXIT_CODES } from "./image-limits.ts";

sharp.concurrency(1);
sharp.cache(false);

/** Without SVG, which can run code. */
const FORMATS: readonly (string | undefined)[] = ["jpeg", "png", "webp"];

async function drawImage(picture: Buffer, size: ImageSize): Promise<Buffer> {
  // Reads the header only: nothing is decoded before the size is checked.
  const { format, width = 0, height = 0 } = await sharp(picture, { limitInputPixels: false }).metadata();
  if (!FORMATS.includes(format)) process.exit(REJECTION_EXIT_CODES.unreadable);
  if (width * height > MAX_IMAGE_PIXELS) process.exit(REJECTION_EXIT_CODES.large);
  const image = sharp(picture, { limitInputPixels: MAX_IMAGE_PIXELS, pages: 1, failOn: "error" });
  return image.autoOrient().resize(size).webp({ quality: 84 }).toBuffer();
}

try {
  const size: ImageSize = JSON.parse(process.argv[2] ?? "");
  const drawn = await drawImage(await buffer(process.stdin), size);
  process.stdout.end(drawn);
} catch {
  process.exitCode = REJECTION_EXIT_CODES.unreadable;
}
