// A process of its own (lib/core/picture.ts): what stands where on a card comes in as JSON, and a PNG goes out.
import { json } from "node:stream/consumers";
import sharp from "sharp";
import type { Card, CardItem } from "./card.ts";
import { outline, type Weight, widthOf, writable } from "./glyphs.ts";

sharp.concurrency(1);
sharp.cache(false);

const { width, height, ground, items } = (await json(process.stdin)) as Card;

/** A text that is too wide is written smaller, to three fifths of its size; then it ends early. */
function fitted(text: string, weight: Weight, size: number, most: number): { text: string; size: number } {
  const smaller = Math.max(size * 0.6, Math.min(size, (size * most) / (widthOf(text, weight, size) || 1)));
  let kept = text;
  while (kept && widthOf(kept, weight, smaller) > most + 1)
    kept = `${Array.from(kept).slice(0, -2).join("").trimEnd()}…`;
  return { text: kept, size: smaller };
}

function drawn(item: CardItem): string {
  if (item.kind === "box") {
    const { x, y, width, height, radius, color } = item;
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${color}"/>`;
  }
  const { text, size } = fitted(writable(item.text), item.weight, item.size, item.width);
  const x = item.end ? item.x + item.width - widthOf(text, item.weight, size) : item.x;
  return `<g fill="${item.color}">${outline(text, item.weight, size, x, item.y)}</g>`;
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <rect width="${width}" height="${height}" fill="${ground}"/>${items.map(drawn).join("")}</svg>`;
process.stdout.end(
  await sharp(Buffer.from(svg), { unlimited: true }).png({ compressionLevel: 6 }).toBuffer(),
);
