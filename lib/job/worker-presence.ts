import { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { readRow } from "#lib/core/read-rows";

/** Whether processes of the portal are alive and none of them is a worker. Admins only. */
export async function isWorkerDown(ctx: Ctx): Promise<boolean> {
  requireAdmin(ctx);
  const { away } = await readRow(ctx.db, z.object({ away: z.boolean() }))`
    select coalesce(bool_and(roles !~ 'worker'), false) as away
    from processes
    where seen_at > now() - interval '30 seconds'`;
  return away;
}
