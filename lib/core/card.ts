import type { Weight } from "./glyphs.ts";
import { drawFor } from "./picture.ts";

/** What stands on a card, in pixels. A text stands on the line `y`, and is made to fit into its width; `color` is one of CSS. */
export type CardItem =
  | { kind: "box"; x: number; y: number; width: number; height: number; radius: number; color: string }
  | {
      kind: "text";
      text: string;
      x: number;
      y: number;
      width: number;
      size: number;
      weight: Weight;
      color: string;
      end?: boolean;
    };

/** A picture to send by chat. */
export interface Card {
  width: number;
  height: number;
  ground: string;
  items: readonly CardItem[];
}

/** The colours of cards, whose hue is a shop's. */
export const CARD_COLOURS = {
  ink: "#1c1917",
  muted: "#57534e",
  line: "#e7e5e4",
  ground: "#faf9f7",
  paper: "#ffffff",
};
export const cardAccent = (hue: number): string => `hsl(${hue} 52% 36%)`;

/**
 * A card as PNG, drawn in a process of its own.
 * @param whose each has one drawing at a time.
 * @throws rate_limited while another one of theirs is drawn.
 */
export function drawCard(whose: string, card: Card): Promise<Buffer> {
  return drawFor(whose, "lib/core/draw-card.ts", Buffer.from(JSON.stringify(card)));
}
