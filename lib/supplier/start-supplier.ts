import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Id } from "#lib/core/money/amount";
import { Reason } from "#lib/core/text/reason";
import { toSupplierSubject } from "./sync-supplier.ts";

export const StartSupplierInput = z.object({
  id: Id,
  /** The stop that the form showed (`SupplierView.sending.stop`). */
  stoppedAt: z.string().max(40),
  reason: Reason,
});
export type StartSupplierInput = z.input<typeof StartSupplierInput>;

/**
 * Starts sending to a later supplier after a stop. Admins only.
 * @throws conflict when it runs already or was stopped again since the form was rendered
 */
export async function startSupplier(ctx: Ctx, input: StartSupplierInput): Promise<void> {
  requireAdmin(ctx, "system");
  const { id, stoppedAt, reason } = StartSupplierInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const [was] = await tx.db.execute<{ stop_reason: string | null }>(sql`
      with old as (select supplier_id, stop_reason from supplier_sending where supplier_id = ${id} for update)
      update supplier_sending s set stopped = false, stop_reason = null, stopped_by = null, stopped_at = null,
        probe_at = null, probe_delay_seconds = 0, backoff_seconds = 0
      from old where s.supplier_id = old.supplier_id and s.stopped and s.stopped_at::text = ${stoppedAt}
      returning old.stop_reason`);
    if (!was) throw await explainConflict(tx, toSupplierSubject(id));
    await recordAudit(tx, {
      ...toSupplierSubject(id),
      action: "supplier.started",
      reason,
      before: { stopped: true, reason: was.stop_reason },
      after: { stopped: false },
    });
  });
}
