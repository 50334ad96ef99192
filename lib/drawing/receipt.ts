import { env } from "#lib/core/env";
import type { ProcessCaller } from "#lib/core/isolated-process";
import { CARD_COLOURS, type Card, type CardItem, drawCard, getCardAccent } from "./card.ts";
import { drawPdf } from "./pdf.ts";

export interface Receipt {
  /** The shop or reseller, and the hue of its colour. */
  seller: string;
  hue: number;
  /** "Receipt", or "Receipt K7P2". */
  title: string;
  state: string;
  number: string;
  plan: string;
  /** The customer's price; null when it isn't shown. */
  price: string | null;
  facts: readonly (readonly [label: string, value: string])[];
  /** The last line. */
  end: string;
  /** The time of the last change, which dates the file. */
  at: Date;
}

/** Draws a receipt as a slip in PDF. @throws rate_limited */
export function createReceiptPdf(caller: ProcessCaller, receipt: Receipt): Promise<Buffer> {
  const { seller, title, state, number, plan, price, facts, end, at } = receipt;
  return drawPdf(caller, {
    title,
    head: seller,
    lead: state,
    foot: env().PORTAL_NAME,
    at,
    slip: true,
    parts: [
      { kind: "big", text: number, note: plan },
      ...(price === null ? [] : [{ kind: "big", text: price, note: "" } as const]),
      { kind: "facts", facts },
      { kind: "text", text: end },
    ],
  });
}

/** Draws a receipt as a PNG image. @throws rate_limited */
export const createReceiptImage = (caller: ProcessCaller, receipt: Receipt): Promise<Buffer> =>
  drawCard(caller, layoutReceiptCard(receipt));

const WIDTH_PX = 1080;
const EDGE_PX = 72;
const ROW_HEIGHT_PX = 84;

export function layoutReceiptCard({
  seller,
  hue,
  title,
  state,
  number,
  plan,
  price,
  facts,
  end,
}: Receipt): Card {
  const { ink, muted, line, paper } = CARD_COLOURS;
  const items: CardItem[] = [];
  const wide = { x: EDGE_PX, width: WIDTH_PX - 2 * EDGE_PX };
  const write = (
    text: string,
    y: number,
    size: number,
    color: string,
    weight: "regular" | "semibold" = "regular",
  ) => items.push({ kind: "text", text, y, size, color, weight, ...wide });
  items.push(...layoutAwning(220));
  items.push({ kind: "box", x: 0, y: 0, width: WIDTH_PX, height: 220, radius: 0, color: getCardAccent(hue) });
  write(seller, 112, 56, "#ffffff", "semibold");
  write(`${title} · ${state}`, 172, 36, "#ffffff");
  write(number, 360, 76, ink, "semibold");
  write(plan, 424, 44, ink);
  let y = 464;
  if (price !== null) {
    write(price, y + 104, 96, ink, "semibold");
    y += 150;
  }
  for (const [label, value] of facts) {
    items.push({ kind: "box", x: EDGE_PX, y: y + 12, width: wide.width, height: 2, radius: 0, color: line });
    const row = { kind: "text", y: y + 68, size: 34 } as const;
    items.push({ ...row, text: label, x: EDGE_PX, width: 260, weight: "regular", color: muted });
    items.push({
      ...row,
      text: value,
      x: EDGE_PX + 280,
      width: wide.width - 280,
      weight: "semibold",
      color: ink,
      end: true,
    });
    y += ROW_HEIGHT_PX;
  }
  write(end, y + 84, 32, muted);
  return { width: WIDTH_PX, height: y + 150, ground: paper, items };
}

const STRIPE_PX = 40;

/** Lays out the scalloped edge of an awning, whose upper part the head covers. */
const layoutAwning = (y: number): CardItem[] =>
  Array.from({ length: WIDTH_PX / STRIPE_PX }, (_, at) => ({
    kind: "box",
    x: at * STRIPE_PX,
    y: y - STRIPE_PX / 2,
    width: STRIPE_PX,
    height: STRIPE_PX * 1.2,
    radius: STRIPE_PX / 2,
    color: at % 2 === 0 ? CARD_COLOURS.brand : CARD_COLOURS.brandSoft,
  }));
