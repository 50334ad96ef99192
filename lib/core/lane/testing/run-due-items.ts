import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { type Lane, startLane } from "#lib/core/lane/lane";

/** Runs a lane until none of its items is due; retries failed ones once. @throws what a claim throws */
export async function runDueItems<Item>(ctx: Ctx, lane: Lane<Item>): Promise<void> {
  await ctx.db.execute(sql`update lane_failures set due_at = now() where lane = ${lane.name}`);
  const idle = Promise.withResolvers<void>();
  const running = startLane(ctx, {
    ...lane,
    async claim(underWay) {
      try {
        const claimed = await lane.claim(underWay);
        if (claimed.items.length === 0 && underWay.length === 0) idle.resolve();
        return claimed;
      } catch (error) {
        idle.reject(error);
        throw error;
      }
    },
  });
  try {
    await idle.promise;
  } finally {
    await running.stop();
  }
}
