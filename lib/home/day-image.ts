import { getOwnAccount } from "#lib/account/own-account";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { formatDay } from "#lib/core/time/time";
import { CARD_COLOURS, type Card, type CardItem, drawCard, getCardAccent } from "#lib/drawing/card";
import { type DayView, getDay } from "./day.ts";
import { listDayFigures } from "./day-text.ts";

/**
 * Draws a day of the acting reseller as PNG, for a chat.
 * @throws not_found for a day without deliveries; rate_limited while another of theirs is drawn
 */
export async function getDayImage(ctx: Ctx, input: { day: string }): Promise<Buffer> {
  const { id } = requireReseller(ctx);
  const [view, { name }] = await Promise.all([getDay(ctx, input), getOwnAccount(ctx)]);
  if (view.delivered === 0) throw notFoundError("image");
  return drawCard({ ...ctx, owner: `${id}` }, layoutDayCard(view, name));
}

const WIDTH_PX = 1080;
const EDGE_PX = 72;
const HEAD_PX = 240;
const FIGURE_PX = 250;

export function layoutDayCard(view: DayView, seller: string): Card {
  const { ink, muted, line, paper } = CARD_COLOURS;
  const wide = { kind: "text", x: EDGE_PX, width: WIDTH_PX - 2 * EDGE_PX } as const;
  const figures = listDayFigures(view).flatMap(({ label, value, note }, n): CardItem[] => {
    const y = HEAD_PX + n * FIGURE_PX;
    return [
      { ...wide, text: label, y: y + 72, size: 36, weight: "regular", color: muted },
      { ...wide, text: value, y: y + 158, size: 84, weight: "semibold", color: ink },
      { ...wide, text: note, y: y + 212, size: 36, weight: "regular", color: muted },
      { ...wide, kind: "box", y: y + FIGURE_PX - 2, height: 2, radius: 0, color: line },
    ];
  });
  const top = { ...wide, color: "#ffffff" } as const;
  const height = HEAD_PX + listDayFigures(view).length * FIGURE_PX + 24;
  return {
    ...{ width: WIDTH_PX, height, ground: paper },
    items: [
      { kind: "box", x: 0, y: 0, width: WIDTH_PX, height: HEAD_PX, radius: 0, color: getCardAccent(225) },
      { ...top, text: formatDay(view.day), y: 128, size: 64, weight: "semibold" },
      { ...top, text: seller, y: 190, size: 38, weight: "regular" },
      ...figures,
    ],
  };
}
