// Runs as a separate process (lib/drawing/image.ts): reads a card as JSON and writes a PNG.
import { json } from "node:stream/consumers";
import sharp from "sharp";
import type { Card, CardItem } from "./card.ts";
import { type FontWeight, measureWidth, outlineText, toPrintableText } from "./glyphs.ts";

sharp.concurrency(1);
sharp.cache(false);

const { width, height, ground, items } = (await json(process.stdin)) as Card;

/** Shrinks a text that is too wide, to three fifths of its size at most, and then shortens it. */
function fitText(
  text: string,
  weight: FontWeight,
  size: number,
  most: number,
): { text: string; size: number } {
  const smaller = Math.max(
    size * 0.6,
    Math.min(size, (size * most) / (measureWidth(text, weight, size) || 1)),
  );
  let shortened = text;
  while (shortened && measureWidth(shortened, weight, smaller) > most + 1)
    shortened = `${Array.from(shortened).slice(0, -2).join("").trimEnd()}…`;
  return { text: shortened, size: smaller };
}

function renderItem(item: CardItem): string {
  if (item.kind === "box") {
    const { x, y, width, height, radius, color } = item;
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${color}"/>`;
  }
  const { text, size } = fitText(toPrintableText(item.text), item.weight, item.size, item.width);
  const x = item.end ? item.x + item.width - measureWidth(text, item.weight, size) : item.x;
  return `<g fill="${item.color}">${outlineText(text, item.weight, size, x, item.y)}</g>`;
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <rect width="${width}" height="${height}" fill="${ground}"/>${items.map(renderItem).join("")}</svg>`;
process.stdout.end(
  await sharp(Buffer.from(svg), { unlimited: true }).png({ compressionLevel: 6 }).toBuffer(),
);
