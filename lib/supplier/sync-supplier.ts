import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { suppliers } from "#db/schema/supplier";
import { recordAudit } from "#lib/audit/record-audit";
import { holdCatalogue } from "#lib/catalogue/change-catalogue";
import { readDatabaseClock } from "#lib/catalogue/sync-catalogue";
import { type Ctx, requireAdmin, requireSystem } from "#lib/core/context";
import { conflictError, notFoundError, PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { log } from "#lib/core/log";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { fetchPlans } from "#lib/upstream/fetch-plans";
import { type AppliedList, applyPlanList } from "./apply-plan-list.ts";
import { refreshRouteCosts } from "./refresh-route-costs.ts";
import { findSupplier } from "./supplier.ts";
import { nameService } from "./try-account.ts";

/** A supplier that hangs ends before the next minute. */
const TIMEOUT_MS = 45_000;

/** The subject of the audit records about a supplier. */
export const toSupplierSubject = (id: number) => ({ subject: "supplier", subjectId: id }) as const;

export const SyncSupplierInput = z.object({ id: Id });
export type SyncSupplierInput = z.input<typeof SyncSupplierInput>;

/**
 * Fetches a later supplier's plan list and stores it as its routes. When several processes sync at once, the list requested
 * last wins. Without a valid list the routes stay as they are and the failure is recorded. Admins only.
 * @throws not_found; conflict when its token must be entered again; unavailable, with a message for admins
 */
export async function syncSupplier(ctx: Ctx, input: SyncSupplierInput): Promise<AppliedList> {
  requireAdmin(ctx, "prices");
  const applied = await syncRoutes(ctx, SyncSupplierInput.parse(input).id);
  await refreshRouteCosts(ctx);
  return applied;
}

async function syncRoutes(ctx: Ctx, id: number): Promise<AppliedList> {
  const [row] = await ctx.db
    .select({ account: suppliers.account, isHome: sql<boolean>`${suppliers.home} = database_identity()` })
    .from(suppliers)
    .where(and(eq(suppliers.id, id), gt(suppliers.id, MAIN_SUPPLIER_ID)));
  if (!row) throw notFoundError("supplier");
  const supplier = row.isHome ? await findSupplier(ctx, id) : undefined;
  if (!supplier) throw conflictError("Enter this supplier’s token again first.");
  const requestedAt = await readDatabaseClock(ctx);
  try {
    const list = await fetchPlans({ account: supplier, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return await inTransaction(ctx, async (tx) => {
      await holdCatalogue(tx);
      const [renewed] = await tx.db
        .update(suppliers)
        .set({ syncedAt: sql`${requestedAt}::timestamptz`, failedAt: null, failure: null })
        .where(
          and(isListNewer(id, requestedAt), sql`${suppliers.account} is not distinct from ${row.account}`),
        )
        .returning({ level: suppliers.level });
      if (!renewed?.level) return { plans: 0, changed: 0, matched: 0 };
      const applied = await applyPlanList(tx, { id, level: renewed.level }, list, {
        requestedAt,
        rejectLoss: true,
      });
      if (applied.changed + applied.matched > 0)
        await recordAudit(tx, { ...toSupplierSubject(id), action: "supplier.synced", after: { ...applied } });
      return applied;
    });
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    const failure = nameService(error.message);
    log.warn("supplier.sync_failed", { supplier: id, failure });
    await ctx.db.update(suppliers).set({ failedAt: sql`now()`, failure }).where(isListNewer(id, requestedAt));
    throw error.code === "unavailable" ? new PortalError("unavailable", failure, { cause: error }) : error;
  }
}

/** Each list is as old as its request. */
const isListNewer = (id: number, requestedAt: string) =>
  and(
    eq(suppliers.id, id),
    sql`(${suppliers.syncedAt} is null or ${suppliers.syncedAt} < ${requestedAt}::timestamptz)`,
  );

/**
 * Syncs all later suppliers at the same time, each within its own limit: one that hangs or sends nonsense delays no other.
 * The failure of one is in its row.
 */
export async function syncSuppliers(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  const rows = await ctx.db
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(and(gt(suppliers.id, MAIN_SUPPLIER_ID), sql`${suppliers.home} = database_identity()`));
  const results = await Promise.allSettled(rows.map(({ id }) => syncRoutes(ctx, id)));
  const failure = results.find(
    (result): result is PromiseRejectedResult =>
      result.status === "rejected" && !(result.reason instanceof PortalError),
  );
  await refreshRouteCosts(ctx);
  if (failure) throw failure.reason;
}
