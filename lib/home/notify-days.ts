import { sql } from "drizzle-orm";
import { z } from "zod";
import { actForReseller, type Ctx, requireSystem } from "#lib/core/context";
import { handleEach } from "#lib/core/lane/handle-each";
import { buildDayConditions } from "#lib/core/list/filter-days";
import { PRICE_TERMS_COLUMNS, selectAgentTerms } from "#lib/core/price-list/agent-terms";
import { int, readRows } from "#lib/core/read-rows";
import { dayOf, hourOf } from "#lib/core/time/time";
import { createNotification } from "#lib/notification/create-notification";
import { type DayView, getDay } from "./day.ts";
import { formatForecast, listDayFigures } from "./day-text.ts";

/** From eight in the evening on, in the portal's time zone. */
const EVENING_HOUR = 20;

const Seller = z.object({ id: int, email: z.string(), ...PRICE_TERMS_COLUMNS });

/**
 * Notifies each reseller who sold something today of their day, once. One who fails keeps none of the others from it,
 * and is tried again until midnight. Call it every few minutes, also from several processes.
 * @throws the first failure, at the end
 */
export async function notifyDays(ctx: Ctx, { now = new Date() } = {}): Promise<void> {
  requireSystem(ctx);
  if (hourOf(now) < EVENING_HOUR) return;
  const day = dayOf(now);
  const sellers = await readRows(ctx.db, Seller)`
    select r.id, a.email, r.level, ${selectAgentTerms(sql`r`)} as agent
    from resellers r
    join accounts a on a.id = r.id
    where r.state <> 'closed'
      and exists (
        select
        from purchases p
        where p.reseller_id = r.id and p.ending = 'delivered'
          and ${sql.join(buildDayConditions(sql`p.placed_at`, { from: day, to: day }), sql` and `)})
      and not exists (
        select
        from notifications n
        where n.account_id = r.id and n.event = 'day' and n.key = ${day})
    order by r.id`;
  await handleEach(sellers, "notification.day_not_created", async (seller) => {
    const view = await getDay(actForReseller(ctx, seller), { day });
    await createNotification(ctx, { to: seller.id, event: "day", key: day, ...formatDayNotification(view) });
  });
}

function formatDayNotification(view: DayView) {
  const figures = listDayFigures(view);
  const { Sold, Kept } = Object.fromEntries(figures.map(({ label, value }) => [label, value]));
  const lines = figures.map(({ label, value, note }) => `${label}: ${value}${note && ` (${note})`}`);
  return {
    title: `Today: sold ${Sold}${Kept ? `, kept ${Kept}` : ""}`,
    text: [...lines, ...(view.forecast ? [formatForecast(view.forecast)] : [])].join("\n"),
    path: `/profit/day?day=${view.day}`,
  };
}
