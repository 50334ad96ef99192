import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/reason";
import { SENDING } from "./sending.ts";

const OnPriceRise = z.enum(["refund", "wait"]);
export type OnPriceRise = z.infer<typeof OnPriceRise>;

export const SetOnPriceRiseInput = z.object({
  to: OnPriceRise,
  /** What it was when the form was made. */
  seen: OnPriceRise,
  reason: Reason,
});
export type SetOnPriceRiseInput = z.infer<typeof SetOnPriceRiseInput>;

/**
 * Chooses what becomes of a purchase that waits while its plan comes to cost more than was paid for it, or goes off sale:
 * its money goes back at once, or it waits, until its deadline at most. It is sent at a loss in no case. Admins only.
 * @throws conflict when somebody changed it meanwhile.
 */
export async function setOnPriceRise(ctx: Ctx, input: SetOnPriceRiseInput): Promise<void> {
  requireAdmin(ctx);
  const { to, seen, reason } = input;
  await inTransaction(ctx, async (ctx) => {
    const changed = await ctx.db.execute(sql`
      update dispatcher set on_price_rise = ${to} where on_price_rise = ${seen} returning id`);
    if (changed.length === 0) throw await changedMeanwhile(ctx, SENDING);
    await record(ctx, {
      ...SENDING,
      action: "dispatch.on_price_rise",
      reason,
      before: { onPriceRise: seen },
      after: { onPriceRise: to },
    });
  });
}
