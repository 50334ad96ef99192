import { type AuditHistoryEntry, getAuditHistory } from "#lib/audit/audit-history";
import type { Ctx } from "#lib/core/context";
import { toSupplierSubject } from "#lib/supplier/sync-supplier";
import { getDispatchSubject } from "./dispatch-control.ts";

const MAX_ENTRIES = 20;

/** Lists a supplier's latest changes, stops and starts of sending, oldest first. Admins only. */
export async function getSupplierHistory(ctx: Ctx, { id }: { id: number }): Promise<AuditHistoryEntry[]> {
  const histories = await Promise.all(
    [toSupplierSubject(id), getDispatchSubject(id)].map((subject) =>
      getAuditHistory(ctx, { ...subject, latest: MAX_ENTRIES }),
    ),
  );
  return histories
    .flat()
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .slice(-MAX_ENTRIES);
}
