import { notify } from "#db/listen";
import { type AuditInput, recordAudit } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";

type AuditEntry = Pick<AuditInput, "action" | "reason" | "before" | "after">;

/** Records an action about a reseller's shop, under its address, and has its page rendered again. */
export async function recordShopAudit(
  ctx: Ctx,
  resellerId: number,
  slug: string,
  entry: AuditEntry,
): Promise<void> {
  await recordAudit(ctx, { subject: "shop", subjectId: slug, resellerId, ...entry });
  await notify(ctx.db, "shared_page");
}

/** Records an action about an order of a reseller's shop. */
export const recordOrderAudit = (ctx: Ctx, resellerId: number, orderId: number | string, entry: AuditEntry) =>
  recordAudit(ctx, { subject: "order", subjectId: orderId, resellerId, ...entry });
