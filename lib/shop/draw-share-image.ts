// Runs as a separate process (lib/drawing/image.ts): reads a shop's logo, or nothing, and
// writes the image for chats.
import { buffer } from "node:stream/consumers";
import sharp from "sharp";

sharp.concurrency(1);
sharp.cache(false);

const IMAGE_SIZE = { width: 1200, height: 630 };
const LOGO_SIZE_PX = 320;

async function drawShareImage(hue: number, logo: Buffer): Promise<Buffer> {
  const withLogo = logo.length > 0;
  return sharp(Buffer.from(backgroundSvg(hue, !withLogo)))
    .composite(withLogo ? [{ input: await roundLogo(logo), gravity: "centre" }] : [])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

/** The logo with the round corners that it has in the shop. */
async function roundLogo(logo: Buffer): Promise<Buffer> {
  const mask = `<svg width="${LOGO_SIZE_PX}" height="${LOGO_SIZE_PX}"><rect width="${LOGO_SIZE_PX}" height="${LOGO_SIZE_PX}" rx="64"/></svg>`;
  return sharp(logo)
    .resize(LOGO_SIZE_PX, LOGO_SIZE_PX)
    .composite([{ input: Buffer.from(mask), blend: "dest-in" }])
    .png()
    .toBuffer();
}

function backgroundSvg(hue: number, withKiosk: boolean): string {
  const { width, height } = IMAGE_SIZE;
  const kiosk = `<g transform="translate(440 155) scale(10)">
    <path fill="#fff" d="M8 9.5h16l2 5.2a2.6 2.6 0 0 1-5.1.5 2.6 2.6 0 0 1-4.9 0 2.6 2.6 0 0 1-4.9 0 2.6 2.6 0 0 1-5.1-.5z"/>
    <path fill="none" stroke="#fff" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round" d="M9 19.6v4.9h14v-4.9"/></g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="hsl(${hue} 52% 40%)"/>${withKiosk ? kiosk : ""}</svg>`;
}

const hue: number = JSON.parse(process.argv[2] ?? "");
process.stdout.end(await drawShareImage(hue, await buffer(process.stdin)));
