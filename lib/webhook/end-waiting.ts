import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";

interface Ending {
  endpointId: number;
  /** Why, in the words that its owner reads. */
  problem: string;
  /** Only what has been due for a day, and only when nothing was taken for a day. */
  neglected?: boolean;
}

/** Gives up what waits for an address, a thousand messages at a time. */
export async function endWaiting(
  ctx: Ctx,
  { endpointId, problem, neglected = false }: Ending,
): Promise<void> {
  const which = neglected
    ? sql`and next_at < now() - interval '1 day' and exists (
        select from webhook_endpoints where id = ${endpointId} and failing_since < now() - interval '1 day')`
    : sql``;
  await ctx.db.execute(sql`
    with ended as (
      update webhook_deliveries set state = 'failed', done_at = now() where id in (
        select id from webhook_deliveries where endpoint_id = ${endpointId} and state = 'waiting' ${which} limit 1000
      ) returning id
    )
    insert into webhook_tries (delivery_id, took_ms, problem) select id, 0, ${problem} from ended`);
}
