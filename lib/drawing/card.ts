import type { ProcessCaller } from "#lib/core/isolated-process";
import type { FontWeight } from "./glyphs.ts";
import { draw } from "./image.ts";

/** An item of a card, in pixels. A text's baseline is `y`, shrunk to its width; `color` is of CSS. */
export type CardItem =
  | { kind: "box"; x: number; y: number; width: number; height: number; radius: number; color: string }
  | {
      kind: "text";
      text: string;
      x: number;
      y: number;
      width: number;
      size: number;
      weight: FontWeight;
      color: string;
      end?: boolean;
    };

/** An image to send by chat. */
export interface Card {
  width: number;
  height: number;
  ground: string;
  items: readonly CardItem[];
}

/** Colours of cards; the hue is a shop's. */
export const CARD_COLOURS = {
  ink: "#1c1917",
  muted: "#57534e",
  line: "#e7e5e4",
  ground: "#faf9f7",
  paper: "#ffffff",
  /** The portal's warm colour, and its lighter stripe: `--color-brand` of app/look.css. */
  brand: "#e8701a",
  brandSoft: "#f5c49e",
};
export const getCardAccent = (hue: number): string => `hsl(${hue} 52% 36%)`;

/** Draws a card as PNG in a separate process. @throws like `draw` */
export function drawCard(caller: ProcessCaller, card: Card): Promise<Buffer> {
  return draw(caller, "lib/drawing/draw-card.ts", Buffer.from(JSON.stringify(card)));
}
