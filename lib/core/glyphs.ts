import { join } from "node:path";
import { openSync } from "fontkit";

export type Weight = "regular" | "semibold";

/** Inter in one file for each weight, for papers and pictures: Latin with the letters of Nigeria, and signs of currencies. */
export const fontFile = (weight: Weight): string => join(import.meta.dirname, `fonts/inter-${weight}.ttf`);

const fonts = { regular: openSync(fontFile("regular")), semibold: openSync(fontFile("semibold")) };

/** Figures of one width, so that columns of them stand straight. */
export const FEATURES = ["kern", "tnum"] as const;

/** What of a text can be written: letters and signs that Inter has. Emojis and hidden signs are left out. */
export function writable(text: string): string {
  const known = (sign: string) =>
    !/\p{C}/u.test(sign) && fonts.regular.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
  const kept = Array.from(text.normalize("NFC").replace(/\s/gu, " ")).filter(known).join("");
  return kept.replace(/ {2,}/g, " ").trim();
}

/** How wide a text is at that size, in the same unit. */
export function widthOf(text: string, weight: Weight, size: number): number {
  const font = fonts[weight];
  return (font.layout(text, FEATURES).advanceWidth / font.unitsPerEm) * size;
}

/** A text as the outline of its letters, for SVG: nothing depends on the fonts of a machine. `x`, `y`: where its first line stands. */
export function outline(text: string, weight: Weight, size: number, x: number, y: number): string {
  const font = fonts[weight];
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text, FEATURES);
  let at = 0;
  const letters = glyphs.map((glyph, n) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[n] ?? {};
    const placed = `<path transform="translate(${at + xOffset} ${yOffset})" d="${glyph.path.toSVG()}"/>`;
    at += xAdvance;
    return placed;
  });
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${letters.join("")}</g>`;
}
