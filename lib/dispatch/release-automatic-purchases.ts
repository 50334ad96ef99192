import { z } from "zod";
import { inTransaction } from "#db/client";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { readRows, textOf } from "#lib/core/read-rows";
import { Reason } from "#lib/core/text/reason";
import { DISPATCH_SUBJECT } from "./dispatch-control.ts";

/** The kinds of purchases that the portal places automatically, which are on hold in a restored database. */
export const AUTOMATIC_PURCHASE_KINDS = ["order", "batch", "schedule"] as const;
export type AutomaticPurchaseKind = (typeof AUTOMATIC_PURCHASE_KINDS)[number];

export const ReleaseAutomaticPurchasesInput = z.object({
  kind: z.enum(AUTOMATIC_PURCHASE_KINDS),
  reason: Reason,
});

/**
 * Releases one kind of automatic purchases that is on hold since the database was restored. Purchases made
 * after the backup may be made a second time. Admins only. @throws conflict when it was already released.
 */
export async function releaseAutomaticPurchases(
  ctx: Ctx,
  input: z.infer<typeof ReleaseAutomaticPurchasesInput>,
): Promise<void> {
  requireAdmin(ctx, "money");
  const { kind, reason } = ReleaseAutomaticPurchasesInput.parse(input);
  await requireConfirmation(ctx);
  await inTransaction(ctx, async (ctx) => {
    const [released] = await readRows(
      ctx.db,
      z.object({
        was: z.array(textOf<AutomaticPurchaseKind>()),
        is: z.array(textOf<AutomaticPurchaseKind>()),
      }),
    )`
      with old as (select on_hold from dispatcher where ${kind} = any(on_hold) for update)
      update dispatcher d set on_hold = array_remove(old.on_hold, ${kind}) from old
      returning to_jsonb(old.on_hold) as was, to_jsonb(d.on_hold) as is`;
    if (!released) throw await explainConflict(ctx, DISPATCH_SUBJECT);
    await recordAudit(ctx, {
      ...DISPATCH_SUBJECT,
      action: "dispatch.released",
      reason,
      before: { onHold: released.was },
      after: { onHold: released.is },
    });
  });
}
