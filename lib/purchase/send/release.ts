import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/reason";
import { DISPATCH_SUBJECT } from "./control.ts";

/** What the portal buys without anybody present, and therefore waits in a restored database. */
export const HELD_KINDS = ["order", "batch", "schedule"] as const;
export type HeldKind = (typeof HELD_KINDS)[number];

export const ReleaseInput = z.object({ kind: z.enum(HELD_KINDS), reason: Reason });

/**
 * Lets the portal buy one kind of work again that is on hold since the database was restored. What was sold since the
 * backup may be bought a second time. Admins only. @throws conflict when it was released already.
 */
export async function releaseHeld(ctx: Ctx, input: z.infer<typeof ReleaseInput>): Promise<void> {
  requireAdmin(ctx, "money");
  const { kind, reason } = ReleaseInput.parse(input);
  await inTransaction(ctx, async (ctx) => {
    const [released] = await ctx.db.execute<{ was: HeldKind[]; is: HeldKind[] }>(sql`
      update dispatcher set on_hold = array_remove(on_hold, ${kind}) where ${kind} = any(on_hold)
      returning to_jsonb(old.on_hold) as was, to_jsonb(new.on_hold) as is`);
    if (!released) throw await changedMeanwhile(ctx, DISPATCH_SUBJECT);
    await record(ctx, {
      ...{ ...DISPATCH_SUBJECT, action: "dispatch.released", reason },
      ...{ before: { onHold: released.was }, after: { onHold: released.is } },
    });
  });
}
