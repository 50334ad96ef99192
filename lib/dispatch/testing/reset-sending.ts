import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";

/** Ends every stop, of all suppliers and of each, as if none had ever been, with a slot that is due now. */
export async function resetSending({ db }: Ctx): Promise<void> {
  await db.execute(
    sql`update dispatcher set stopped = false, stop_reason = null, stopped_by = null, stopped_at = null`,
  );
  await db.execute(sql`
    update supplier_sending set stopped = false, stop_reason = null, stopped_by = null, stopped_at = null, probe_at = null,
      probe_delay_seconds = 0, backoff_seconds = 0, next_slot_at = now()`);
}
