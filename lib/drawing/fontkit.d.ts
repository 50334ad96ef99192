/** The used part of the library that reads fonts, a dependency of pdfkit. */
declare module "fontkit" {
  interface Font {
    unitsPerEm: number;
    ascent: number;
    descent: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(
      text: string,
      features?: readonly string[],
    ): {
      glyphs: { path: { toSVG(): string } }[];
      positions: { xAdvance: number; xOffset: number; yOffset: number }[];
      advanceWidth: number;
    };
  }
  export function openSync(file: string): Font;
}
