import { join } from "node:path";
import { openSync } from "fontkit";

export type FontWeight = "regular" | "semibold";

/**
 * Returns the file of Inter for a weight, for PDFs and images:
 * Latin with the letters of Nigeria, and currency signs.
 */
export const getFontPath = (weight: FontWeight): string =>
  join(import.meta.dirname, `fonts/inter-${weight}.ttf`);

const fonts = { regular: openSync(getFontPath("regular")), semibold: openSync(getFontPath("semibold")) };

/** Figures of one width, so that columns align. */
export const FONT_FEATURES = ["kern", "tnum"] as const;

/** Returns a text without the characters that Inter lacks, such as emojis, and without hidden ones. */
export function toPrintableText(text: string): string {
  const isPrintable = (sign: string) =>
    !/\p{C}/u.test(sign) && fonts.regular.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
  const printable = Array.from(text.normalize("NFC").replace(/\s/gu, " ")).filter(isPrintable).join("");
  return printable.replace(/ {2,}/g, " ").trim();
}

/** Measures the width of a text, in the unit of `size`. */
export function measureWidth(text: string, weight: FontWeight, size: number): number {
  const font = fonts[weight];
  return (font.layout(text, FONT_FEATURES).advanceWidth / font.unitsPerEm) * size;
}

/** Draws a text as outlines for SVG, so that fonts don't matter. `x`, `y`: the start of its baseline. */
export function outlineText(text: string, weight: FontWeight, size: number, x: number, y: number): string {
  const font = fonts[weight];
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text, FONT_FEATURES);
  let at = 0;
  const letters = glyphs.map((glyph, n) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[n] ?? {};
    const placed = `<path transform="translate(${at + xOffset} ${yOffset})" d="${glyph.path.toSVG()}"/>`;
    at += xAdvance;
    return placed;
  });
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${letters.join("")}</g>`;
}
