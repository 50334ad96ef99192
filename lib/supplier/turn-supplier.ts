import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { isSupplierOn } from "#lib/catalogue/sale-conditions";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { conflictError, notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { int, readRows } from "#lib/core/read-rows";
import { Reason } from "#lib/core/text/reason";
import { cutChain } from "./cut-chain.ts";
import { refreshSupply } from "./refresh-supply.ts";
import { isHome } from "./supplier.ts";
import { toSupplierSubject } from "./sync-supplier.ts";

export const TurnSupplierInput = z.object({
  id: Id,
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type TurnSupplierInput = z.input<typeof TurnSupplierInput>;

/**
 * Turns a supplier on: the portal buys there from now on. Its balance is followed from now on too, since
 * nothing before explains it. Needs the approval of another owner where there is one. Admins only.
 * @throws not_found; conflict when it changed meanwhile, its token must be entered again, or a request waits
 * already; invalid at `confirmPassword`
 */
export async function turnSupplierOn(
  ctx: Ctx,
  input: TurnSupplierInput,
): Promise<PendingApproval | undefined> {
  requireAdmin(ctx, "suppliers");
  const wanted = TurnSupplierInput.parse(input);
  await requireConfirmation(ctx);
  const facts = await describeSupplier(ctx, wanted.id);
  const change = {
    kind: "settings" as const,
    reason: wanted.reason,
    about: `supplier ${wanted.id}`,
    subject: toSupplierSubject(wanted.id),
    facts: { before: { ...facts, on: false }, after: { ...facts, on: true } },
    input: { change: "supplier_on" as const, wanted },
  };
  return runOrRequestApproval(ctx, change, (tx) => applySupplierOn(tx, wanted));
}

/**
 * Turns it on after the caller's permission checks. Throws as `turnSupplierOn` does. Part of its transaction.
 */
export async function applySupplierOn(ctx: Ctx, input: unknown): Promise<undefined> {
  await turnSupplier(ctx, TurnSupplierInput.parse(input), true, async (_tx, { isHome }) => {
    if (!isHome) throw conflictError("Enter this supplier’s token again first.");
  });
}

/** Reads what an approver judges a supplier by. */
async function describeSupplier(ctx: Ctx, id: number): Promise<Record<string, unknown>> {
  const [row] = await ctx.db.execute(sql`
    select name as supplier, base_url as address, rank,
      (select count(*)::integer from routes
        where supplier_id = suppliers.id and plan_id is not null) as "plans matched"
    from suppliers where id = ${id}`);
  if (!row) throw notFoundError("supplier");
  return { ...row };
}

/**
 * Turns a supplier off: nothing more is sent to it. Sent purchases finish. Admins only.
 * @throws not_found; conflict when it changed meanwhile, or no other one is on; invalid at `confirmPassword`
 */
export async function turnSupplierOff(ctx: Ctx, input: TurnSupplierInput): Promise<undefined> {
  requireAdmin(ctx, "suppliers");
  await requireConfirmation(ctx);
  await turnSupplier(ctx, input, false, async (_tx, { id }, all) => {
    if (!all.some((candidate) => candidate.id !== id && candidate.isOn))
      throw conflictError("No other supplier is on. Turn another one on first, or stop sending.");
  });
}

/**
 * Turns a supplier on or off after the caller's permission checks.
 * @param check the conditions of one direction, with all suppliers locked
 */
async function turnSupplier(
  ctx: Ctx,
  input: TurnSupplierInput,
  enabled: boolean,
  check: (tx: Ctx, supplier: LockedSupplier, all: readonly LockedSupplier[]) => Promise<void>,
): Promise<void> {
  const { id, version, reason } = TurnSupplierInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const all = await lockSuppliers(tx);
    const supplier = all.find((candidate) => candidate.id === id);
    if (!supplier) throw notFoundError("supplier");
    if (supplier.version !== version || supplier.enabled === enabled)
      throw await explainConflict(tx, toSupplierSubject(id));
    await check(tx, supplier, all);
    await tx.db.execute(sql`
      update suppliers set enabled = ${enabled}, version = version + 1,
        scanned_until = case when ${enabled} then now() else scanned_until end
      where id = ${id}`);
    if (enabled) await cutChain(tx, { supplierId: id, earliest: selectLastAttempt(id), latest: sql`now()` });
    await recordAudit(tx, {
      ...toSupplierSubject(id),
      action: enabled ? "supplier.on" : "supplier.off",
      reason,
      before: { on: !enabled },
      after: { on: enabled },
    });
  });
  await refreshSupply(ctx);
}

/** Selects when a supplier's last attempt ended. */
const selectLastAttempt = (id: number) => sql`(
  select coalesce(answered_at, claimed_at) from attempts where supplier_id = ${id}
    order by claimed_at desc limit 1)`;

const LockedSupplier = z.object({
  id: int,
  version: int,
  enabled: z.boolean(),
  isOn: z.boolean(),
  isHome: z.boolean(),
});
type LockedSupplier = z.output<typeof LockedSupplier>;

/** Locks them in one order, so that two admins don't turn the last two off. */
async function lockSuppliers(ctx: Ctx): Promise<LockedSupplier[]> {
  return readRows(ctx.db, LockedSupplier)`
    select id, version, enabled, coalesce(${isSupplierOn(sql`suppliers`)}, false) as is_on,
      ${isHome(sql`suppliers`)} as is_home
    from suppliers order by id for no key update`;
}
