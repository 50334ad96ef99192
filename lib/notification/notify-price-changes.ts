import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { type Ctx, requireSystem } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { int, minor, readRows } from "#lib/core/read-rows";
import { createNotification } from "./create-notification.ts";

const PriceChangeRow = z.object({
  resellerId: int,
  plan: z.string(),
  /** In minor units; null: no longer sold. */
  was: minor,
  now: minor.nullable(),
});
export type PriceChangeRow = z.output<typeof PriceChangeRow>;

/** How many changes a notification names. */
const MAX_NAMED_CHANGES = 8;

/**
 * Notifies each reseller of changed prices, at their level, of plans that they bought in the last 30 days or set a
 * shop price for; agents who pay their parent's price by `notifyAgentPrices`. Runs after the catalogue changes, as
 * purchases wait for that, and reads the price history from a checkpoint.
 */
export async function notifyPriceChanges(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  await inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`
      insert into notification_checkpoints (prices)
      select coalesce(max(id), 0) from plan_prices
      on conflict (id) do nothing`);
    const [checkpoint] = await readRows(tx.db, z.object({ from: z.string(), to: z.string() }))`
      select prices as from, (select coalesce(max(id), 0) from plan_prices) as to
      from notification_checkpoints
      for update`;
    if (!checkpoint || checkpoint.from === checkpoint.to) return;
    for (const [reseller, changes] of Map.groupBy(
      await readPriceChanges(tx, checkpoint),
      ({ resellerId }) => resellerId,
    ))
      await createNotification(tx, {
        to: reseller,
        event: "prices",
        key: checkpoint.to,
        path: "/prices",
        ...formatPriceChanges(changes),
      });
    await tx.db.execute(sql`update notification_checkpoints set prices = ${checkpoint.to}`);
  });
}

function readPriceChanges(
  { db }: Ctx,
  { from, to }: { from: string; to: string },
): Promise<PriceChangeRow[]> {
  return readRows(db, PriceChangeRow)`
    with latest as (
      select distinct on (plan_id) *
      from plan_prices
      where id > ${from} and id <= ${to}
      order by plan_id, id desc
    ),
    changes as (
      select latest.plan_id, price.level, price.was, price.now
      from latest
      cross join lateral (
        select *
        from plan_prices b
        where b.plan_id = latest.plan_id and b.id <= ${from}
        order by b.id desc
        limit 1
      ) before
      cross join lateral (values
        ('smart_earner', before.smart_earner, latest.smart_earner),
        ('affiliate', before.affiliate, latest.affiliate),
        ('top_user', before.top_user, latest.top_user),
        ('api', before.api, latest.api)
      ) as price (level, was, now)
      where price.was is not null and price.now is distinct from price.was
    ),
    sold as (${selectSold(sql`select plan_id from changes`)})
    select r.id as reseller_id, concat_ws(' ', n.name, l.size, l.volume) as plan, c.was, c.now
    from sold
    join resellers r on r.id = sold.reseller_id and r.state <> 'closed'
      and (r.parent_id is null or agent_terms_version(r.parent_id) is null)
    join changes c on c.plan_id = sold.plan_id and c.level = r.level
    join plans l on l.id = c.plan_id
    join networks n on n.id = l.network_id
    order by r.id, n.name, c.was`;
}

/** Selects who bought one of some plans in the last 30 days, or sells it at a fixed price. */
export const selectSold = (plans: SQL): SQL => sql`
  select distinct reseller_id, plan_id
  from purchases
  where plan_id in (${plans})
    and id >= (select id from purchases where placed_at > now() - interval '30 days' order by placed_at limit 1)
  union
  select reseller_id, plan_id
  from price_list_rules
  where plan_id in (${plans}) and kind = 'fixed' and audience = 'customers'`;

export function formatPriceChanges(changes: readonly Omit<PriceChangeRow, "resellerId">[]): {
  title: string;
  text: string;
} {
  const [first] = changes;
  const title = changes.length === 1 ? `Price changed: ${first?.plan}` : `${changes.length} prices changed`;
  const lines = changes.slice(0, MAX_NAMED_CHANGES).map(({ plan, was, now }) => {
    const money = formatMoney(was);
    return now === null
      ? `${plan}: no longer sold, was ${money}`
      : `${plan}: ${formatMoney(now)}, was ${money}`;
  });
  const more = changes.length - lines.length;
  return { title, text: [...lines, ...(more > 0 ? [`And ${more} more.`] : [])].join("\n") };
}
