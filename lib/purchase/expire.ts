import { sql } from "drizzle-orm";
import { type Ctx, requireSystem } from "#lib/core/context";
import { settle } from "./settle.ts";

/** Cancels, with the money back, what still waits at its deadline. @returns how many. */
export async function expire(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  const due = await ctx.db.execute<{ id: string }>(sql`
    select id from purchases where state = 'queued' and deadline_at <= now() order by id limit 500`);
  const outcome = "It could not be sent in time.";
  let expired = 0;
  for (const { id } of due) {
    if (
      await settle(ctx, { purchaseId: Number(id), from: ["queued"], to: "failed", by: "deadline", outcome })
    )
      expired += 1;
  }
  return expired;
}
