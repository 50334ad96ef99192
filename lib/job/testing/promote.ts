import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";

/** Makes it look like a promotion: the same data on a later timeline, for sending, suppliers and all processes. */
export async function promote({ db }: Ctx): Promise<void> {
  const earlier = sql`regexp_replace(database_identity(), ' [0-9A-F]{8} ', ' 00000000 ')`;
  await db.execute(sql`
    with moved as (update processes set database = ${earlier}, seen_before_at = null),
    tokens as (update suppliers set home = ${earlier} where home is not null)
    update dispatcher set home = ${earlier}`);
}
