// A process of its own (lib/core/picture.ts): a picture comes in, its drawing goes out. A hostile file can harm nothing
// else here: there are no secrets, no threads that others wait for, and the parent ends what takes too long.
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { type Drawing, MOST_PIXELS, REFUSED } from "./picture-limits.ts";

sharp.concurrency(1);
sharp.cache(false);

/** Never SVG, which is a program of its own. */
const FORMATS: readonly (string | undefined)[] = ["jpeg", "png", "webp"];

async function draw(picture: Buffer, size: Drawing): Promise<Buffer> {
  // Of the header alone: nothing is decoded before its size is known.
  const { format, width = 0, height = 0 } = await sharp(picture, { limitInputPixels: false }).metadata();
  if (!FORMATS.includes(format)) process.exit(REFUSED.unreadable);
  if (width * height > MOST_PIXELS) process.exit(REFUSED.large);
  const image = sharp(picture, { limitInputPixels: MOST_PIXELS, pages: 1, failOn: "error" });
  return image.autoOrient().resize(size).webp({ quality: 84 }).toBuffer();
}

try {
  const size: Drawing = JSON.parse(process.argv[2] ?? "");
  const drawn = await draw(await buffer(process.stdin), size);
  process.stdout.end(drawn);
} catch {
  process.exitCode = REFUSED.unreadable;
}
