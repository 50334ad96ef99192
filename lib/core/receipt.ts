import { CARD_COLOURS, type Card, type CardItem, cardAccent, drawCard } from "./card.ts";
import { env } from "./env.ts";
import { drawPaper } from "./paper.ts";

/** What a customer may know of what they bought, in words. */
export interface Receipt {
  /** The shop, or whoever sold it, and the hue of its colour. */
  seller: string;
  hue: number;
  /** "Receipt", or "Receipt K7P2". */
  title: string;
  state: string;
  number: string;
  plan: string;
  /** What the customer paid; null when that is not said. */
  price: string | null;
  facts: readonly (readonly [label: string, value: string])[];
  /** The last line. */
  end: string;
  /** The moment of the last change, which dates the file. */
  at: Date;
}

/** A receipt as a slip in PDF. @throws rate_limited */
export function receiptPaper(whose: string, receipt: Receipt): Promise<Buffer> {
  const { seller, title, state, number, plan, price, facts, end, at } = receipt;
  return drawPaper(whose, {
    ...{ title, head: seller, lead: state, foot: env().PORTAL_NAME, at, slip: true },
    parts: [
      { kind: "big", text: number, note: plan },
      ...(price === null ? [] : [{ kind: "big", text: price, note: "" } as const]),
      { kind: "facts", facts },
      { kind: "text", text: end },
    ],
  });
}

/** A receipt as a picture in PNG. @throws rate_limited */
export const receiptPicture = (whose: string, receipt: Receipt): Promise<Buffer> =>
  drawCard(whose, receiptCard(receipt));

const WIDTH = 1080;
const EDGE = 72;
const ROW = 84;

/** What stands where on the picture of a receipt. */
export function receiptCard({ seller, hue, title, state, number, plan, price, facts, end }: Receipt): Card {
  const { ink, muted, line, paper } = CARD_COLOURS;
  const items: CardItem[] = [];
  const wide = { x: EDGE, width: WIDTH - 2 * EDGE };
  const write = (
    text: string,
    y: number,
    size: number,
    color: string,
    weight: "regular" | "semibold" = "regular",
  ) => items.push({ kind: "text", text, y, size, color, weight, ...wide });
  items.push({ kind: "box", x: 0, y: 0, width: WIDTH, height: 220, radius: 0, color: cardAccent(hue) });
  write(seller, 112, 56, "#ffffff", "semibold");
  write(`${title} · ${state}`, 172, 36, "#ffffff");
  write(number, 336, 76, ink, "semibold");
  write(plan, 400, 44, ink);
  let y = 440;
  if (price !== null) {
    write(price, y + 104, 96, ink, "semibold");
    y += 150;
  }
  for (const [label, value] of facts) {
    items.push({ kind: "box", x: EDGE, y: y + 12, width: wide.width, height: 2, radius: 0, color: line });
    const row = { kind: "text", y: y + 68, size: 34 } as const;
    items.push({ ...row, text: label, x: EDGE, width: 260, weight: "regular", color: muted });
    items.push({
      ...row,
      text: value,
      x: EDGE + 280,
      width: wide.width - 280,
      weight: "semibold",
      color: ink,
      end: true,
    });
    y += ROW;
  }
  write(end, y + 84, 32, muted);
  return { width: WIDTH, height: y + 150, ground: paper, items };
}
