import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { suppliers } from "#db/schema/supplier";
import { recordAudit } from "#lib/audit/record-audit";
import { holdCatalogue } from "#lib/catalogue/change-catalogue";
import { lockCatalogueState } from "#lib/catalogue/stored-catalogue";
import { type Ctx, requireAdmin, requireSystem } from "#lib/core/context";
import { conflictError, notFoundError, PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { log } from "#lib/core/log";
import { getMainAccount, getTrialPace, MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { fetchPlans } from "#lib/upstream/fetch-plans";
import { type AppliedCatalogueList, applyCatalogueList } from "./apply-catalogue-list.ts";
import { type AppliedList, applyPlanList, readDatabaseClock } from "./apply-plan-list.ts";
import { refreshSupply } from "./refresh-supply.ts";
import { findSupplier, isHome, type Supplier } from "./supplier.ts";
import { nameService } from "./try-account.ts";

/** A supplier that hangs ends before the next minute. */
const TIMEOUT_MS = 45_000;

/** The subject of the audit records about a supplier. */
export const toSupplierSubject = (id: number) => ({ subject: "supplier", subjectId: id }) as const;

export const SyncSupplierInput = z.object({ id: Id });
export type SyncSupplierInput = z.input<typeof SyncSupplierInput>;

/**
 * Fetches a supplier's plan list and stores it. When several processes sync at once, the list requested last
 * wins. Without a valid list everything stays as it is and the failure is recorded. Admins only.
 * @throws not_found; conflict when its token must be entered again; unavailable, with a message for admins
 */
export async function syncSupplier(ctx: Ctx, input: SyncSupplierInput): Promise<AppliedList> {
  requireAdmin(ctx, "prices");
  const { id } = SyncSupplierInput.parse(input);
  if (id === MAIN_SUPPLIER_ID) return { ...(await syncCatalogue(ctx)), matched: 0 };
  const applied = await syncRoutes(ctx, id);
  await refreshSupply(ctx);
  return applied;
}

/**
 * Does the same for the first supplier, whose list is the catalogue's. Admins only.
 * @returns how many plans it lists, and how many of them changed
 * @throws unavailable, with a message for admins
 */
export async function syncCatalogue(ctx: Ctx): Promise<AppliedCatalogueList> {
  requireAdmin(ctx, "prices");
  const { dialect, baseUrl, level, perMinute, timeoutMs } = getMainAccount();
  const stored = sql`${dialect}::text, ${baseUrl}::text, ${timeoutMs}::integer, coalesce(level, ${level}),
    coalesce(${getTrialPace() ?? null}::integer, per_minute, ${perMinute})`;
  await ctx.db.execute(sql`
    update suppliers
    set
      (dialect, base_url, timeout_ms, level, per_minute) = row(${stored})
    where id = ${MAIN_SUPPLIER_ID}
      and (dialect, base_url, timeout_ms, level, per_minute) is distinct from (${stored})`);
  const { view, publish } = await fetchAndStore(
    ctx,
    MAIN_SUPPLIER_ID,
    async (tx, list, renewed, requestedAt) => {
      if (renewed) return applyCatalogueList(tx, renewed, list, requestedAt);
      const { version } = await lockCatalogueState(tx.db);
      const { source, networks } = list;
      const plans = networks.flatMap(({ types }) => types.flatMap((type) => type.plans)).length;
      return { view: { source, plans, changed: 0, version }, publish: () => {} };
    },
  );
  publish();
  return view;
}

const syncRoutes = (ctx: Ctx, id: number): Promise<AppliedList> =>
  fetchAndStore(ctx, id, async (tx, list, renewed, requestedAt) => {
    if (!renewed) return { plans: 0, changed: 0, matched: 0 };
    const applied = await applyPlanList(tx, renewed, list, requestedAt);
    if (applied.changed + applied.matched > 0)
      await recordAudit(tx, { ...toSupplierSubject(id), action: "supplier.synced", after: { ...applied } });
    return applied;
  });

type StoreList<Result> = (
  tx: Ctx,
  list: Awaited<ReturnType<typeof fetchPlans>>,
  /** Undefined when a newer list is stored, or the account was changed meanwhile. */
  renewed: Pick<Supplier, "id" | "level"> | undefined,
  requestedAt: string,
) => Promise<Result>;

async function fetchAndStore<Result>(ctx: Ctx, id: number, store: StoreList<Result>): Promise<Result> {
  const [row] = await ctx.db
    .select({ account: suppliers.account, isHome: sql<boolean>`${isHome(sql`suppliers`)}` })
    .from(suppliers)
    .where(eq(suppliers.id, id));
  if (!row) throw notFoundError("supplier");
  const supplier = row.isHome ? await findSupplier(ctx, id) : undefined;
  if (!supplier) throw conflictError("Enter this supplier’s token again first.");
  const requestedAt = await readDatabaseClock(ctx);
  try {
    const list = await fetchPlans({ account: supplier, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return await inTransaction(ctx, async (tx) => {
      await (id === MAIN_SUPPLIER_ID ? lockCatalogueState(tx.db) : holdCatalogue(tx));
      const [renewed] = await tx.db
        .update(suppliers)
        .set({ syncedAt: sql`${requestedAt}::timestamptz`, failedAt: null, failure: null })
        .where(
          and(isListNewer(id, requestedAt), sql`${suppliers.account} is not distinct from ${row.account}`),
        )
        .returning({ level: suppliers.level });
      return store(tx, list, renewed?.level ? { id, level: renewed.level } : undefined, requestedAt);
    });
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    const failure = id === MAIN_SUPPLIER_ID ? error.message : nameService(error.message);
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
 * Syncs all suppliers but the first at the same time, each within its own limit: one that hangs or sends
 * nonsense delays no other. The failure of one is in its row.
 */
export async function syncSuppliers(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  const rows = await ctx.db
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(sql`${suppliers.id} <> ${MAIN_SUPPLIER_ID} and ${isHome(sql`suppliers`)}`);
  const results = await Promise.allSettled(rows.map(({ id }) => syncRoutes(ctx, id)));
  const failure = results.find(
    (result): result is PromiseRejectedResult =>
      result.status === "rejected" && !(result.reason instanceof PortalError),
  );
  await refreshSupply(ctx);
  if (failure) throw failure.reason;
}
