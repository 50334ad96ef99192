import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { purchases } from "#db/schema/purchase";
import { isPendingApproval, type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { type Ctx, formatActor, requireAdmin } from "#lib/core/context";
import { type ErrorFacts, PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/text/reason";
import { formatTime } from "#lib/core/time/time";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { oneOrMore } from "./form-fields.ts";
import { chooseSupplier, DeliveringSupplier, nameSupplier } from "./name-supplier.ts";

export const ResolveUnconfirmedInput = z.object({
  ident: oneOrMore(z.string().max(100), "Select at least one purchase."),
  outcome: z.enum(["successful", "failed"], "Select delivered or refunded."),
  reason: Reason,
  /** For purchases of which the supplier is unknown. */
  supplier: z.preprocess((value) => (value === "" ? undefined : value), DeliveringSupplier.optional()),
});
export type ResolveUnconfirmedInput = z.input<typeof ResolveUnconfirmedInput>;

export interface ResolveUnconfirmedResult {
  settled: number;
  /** More than one admin settles alone: these wait for a second one. */
  proposed: number;
  /** The approval that the first of those needs. */
  waits?: PendingApproval;
  /** No longer unconfirmed, or already pending approval. */
  skipped: number;
  /** The admin, time and reason of the first of those. */
  firstChange?: string;
}

/**
 * Marks unconfirmed purchases delivered or refunded, in bulk, with a reason. Above an admin's limit it
 * requests approval instead. Admins in person only.
 * @throws conflict, which names the admin, when all of them were resolved meanwhile; invalid at `supplier`
 */
export async function resolveUnconfirmed(
  ctx: Ctx,
  input: ResolveUnconfirmedInput,
): Promise<ResolveUnconfirmedResult> {
  const admin = requireAdmin(ctx, "money");
  if (admin.kind !== "admin") throw new PortalError("forbidden", "Only an admin can resolve this.");
  const { ident, outcome, reason, supplier } = ResolveUnconfirmedInput.parse(input);
  const rows = await ctx.db
    .select({
      id: purchases.id,
      ident: purchases.ident,
      price: purchases.price,
      resellerId: purchases.resellerId,
      isSupplierUnknown: sql<boolean>`exists (
        select from attempts a where a.purchase_id = purchases.id and a.supplier_id is null)`,
    })
    .from(purchases)
    .where(and(inArray(purchases.ident, ident), eq(purchases.state, "unconfirmed")))
    .orderBy(purchases.id);
  const done: ResolveUnconfirmedResult = { settled: 0, proposed: 0, skipped: 0 };
  const skipped = ident.filter((name) => !rows.some((row) => row.ident === name));
  if (rows.some(({ isSupplierUnknown }) => isSupplierUnknown))
    await chooseSupplier(ctx, { outcome, supplier });
  for (const { id, ident, price, resellerId, isSupplierUnknown } of rows) {
    const input = isSupplierUnknown && supplier !== undefined ? { supplier } : undefined;
    const movement = {
      purchase: { id, ident },
      resellerId,
      amount: price,
      outcome,
      reason,
      ...(input && { input }),
    };
    try {
      const settling = await runOrRequestApproval(ctx, { kind: "settle", ...movement }, async (ctx) => {
        if (!(await settleManually(ctx, { purchaseId: id, outcome, reason, supplier })))
          throw await createChangedError(ctx, ident);
      });
      if (isPendingApproval(settling)) {
        done.proposed += 1;
        done.waits ??= settling;
      } else done.settled += 1;
    } catch (error) {
      if (!(error instanceof PortalError && error.code === "conflict")) throw error;
      skipped.push(ident);
    }
  }
  const [first] = skipped;
  if (first === undefined) return done;
  const rejection = await createChangedError(ctx, first);
  if (done.settled + done.proposed === 0) throw rejection;
  return { ...done, skipped: new Set(skipped).size, ...formatChange(rejection.facts.changed) };
}

const createChangedError = (ctx: Ctx, ident: string) =>
  explainConflict(ctx, { subject: "purchase", subjectId: ident });

/** "Ada did, today 14:05: “ticket 12”." */
function formatChange(
  changed: ErrorFacts["conflict"]["changed"],
): Pick<ResolveUnconfirmedResult, "firstChange"> {
  if (!changed) return {};
  const { who, at, reason } = changed;
  return { firstChange: `${who} did, ${formatTime(at)}${reason ? `: “${reason}”` : ""}.` };
}

interface ManualSettlement {
  purchaseId: number;
  outcome: "successful" | "failed";
  reason: string;
  supplier?: DeliveringSupplier | undefined;
}

/** @throws invalid at `supplier` when it is unknown and not named */
export async function settleManually(
  ctx: Ctx,
  { purchaseId, outcome, reason, supplier }: ManualSettlement,
): Promise<boolean> {
  await nameSupplier(ctx, { purchaseId, outcome, supplier });
  const was = await settlePurchase(ctx, {
    purchaseId,
    from: ["unconfirmed"],
    to: outcome,
    by: formatActor(ctx.actor),
    outcome:
      outcome === "successful" ? "Checked by support: delivered." : "Checked by support: not delivered.",
    reason,
  });
  return was !== undefined;
}
