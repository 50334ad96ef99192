import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { type Ctx, requireSystem } from "#lib/core/context";
import { int, readRows } from "#lib/core/read-rows";
import { createNotification } from "#lib/notification/create-notification";

/** The number of late replays in the log's days after which a reseller is notified. */
const MIN_REPLAYS = 3;

/**
 * Notifies each reseller whose program sends refs of older purchases as if they were new: their customers pay
 * and get nothing. Once a week; a call that is repeated within an hour counts once.
 */
export async function notifyLateReplays(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  const week = sql`to_char(now(), 'IYYY-IW')`;
  const affected = await readRows(
    ctx.db,
    z.object({ id: int, week: z.string(), replays: int, phones: z.boolean() }),
  )`
    select r.reseller_id as id, ${week} as week,
      count(distinct (r.ref, date_trunc('hour', r.at)))::int as replays,
      bool_and(r.ref ~ '^(234|0)?[789][0-9]{9}$') as phones
    from api_requests r
    where r.late_replay and not r.test
      and not exists (
        select
        from notifications n
        where n.account_id = r.reseller_id and n.event = 'late_replays' and n.key = ${week})
    group by r.reseller_id
    having count(distinct (r.ref, date_trunc('hour', r.at))) >= ${MIN_REPLAYS}`;
  await inTransaction(ctx, async (tx) => {
    for (const { id, week, replays, phones } of affected)
      await createNotification(tx, {
        to: id,
        event: "late_replays",
        key: week,
        title: "Your program uses references again",
        text: `${replays} API purchases this week had the reference of an older purchase, so nothing was bought or charged.${phones ? " The references look like phone numbers." : ""} Your program must send a new reference for each purchase.`,
        path: "/settings/api/requests?replays=late",
      });
  });
}
