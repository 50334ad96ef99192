import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { purchases } from "#db/schema/purchase";
import { approvalRequests } from "#db/schema/reconcile";
import { applyPasswordLink } from "#lib/account/password/password-link";
import { applyOperatorCollection } from "#lib/account/reseller/change-reseller";
import { applyRole } from "#lib/account/staff/give-role";
import { applyRolePermissions } from "#lib/account/staff/roles";
import { applyTwoFactorReset } from "#lib/account/two-factor/reset-two-factor";
import { canApprove } from "#lib/audit/approval-limits";
import { getApprovalPermission, SETTINGS_CHANGES, type SettingsChange } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { applyApprovedSettings, OTHER_VERSION } from "#lib/audit/settings/save-settings";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { getViolatedConstraint } from "#lib/core/database-error";
import { notFoundError, PortalError } from "#lib/core/error";
import { findSettings, type Module } from "#lib/core/module";
import { applyRouting } from "#lib/dispatch/routing";
import { applyFundingApproval } from "#lib/funding/review-funding";
import { adjustWallet } from "#lib/ledger/adjust-wallet";
import { selectLockedWallets } from "#lib/ledger/lock-wallet";
import { applyEntryReversal } from "#lib/ledger/reverse-entry";
import { applyRefundEnd } from "#lib/payment/refund/end-refund";
import { applySettlementAcceptance } from "#lib/payment/settlement/accept-discrepancy";
import { applySuspenseDecision } from "#lib/payment/suspense/resolve-suspense";
import { executeWriteOff } from "#lib/purchase/advance/write-off-advance";
import { executeReversal } from "#lib/purchase/settle/reverse-delivered-purchase";
import { applyPlanRouting } from "#lib/supplier/plan-routing";
import { applySupplierOrder } from "#lib/supplier/save-supplier";
import { applySupplierOn } from "#lib/supplier/turn-supplier";
import { applyUpgradeOffer } from "#lib/upgrade/upgrade-offer";
import { DeliveringSupplier } from "./name-supplier.ts";
import { applyUpstreamDeposit } from "./record-upstream-deposit.ts";
import { settleManually } from "./resolve-unconfirmed.ts";

export const ApproveRequestInput = z.object({ id: z.coerce.number<string | number>().int() });
export type ApproveRequestInput = z.input<typeof ApproveRequestInput>;

/**
 * Approves another admin's request and executes it, once, with its reason. Admins in person only.
 * @throws forbidden for the requester and for a recently added admin; not_found; conflict that says who
 * decided it; the error of the action itself when it is no longer possible: the request then stays pending
 */
export async function approveRequest(
  ctx: Ctx,
  input: ApproveRequestInput,
  modules: readonly Module[],
): Promise<void> {
  const admin = requireAdmin(ctx);
  if (admin.kind !== "admin") throw new PortalError("forbidden", "Only an admin can approve this.");
  const { id } = ApproveRequestInput.parse(input);
  return inTransaction(ctx, async (ctx) => {
    if (!(await canApprove(ctx, admin.id)))
      throw new PortalError(
        "forbidden",
        "You’ve had your role for less than a week. Another admin must approve this.",
      );
    await ctx.db.execute(
      selectLockedWallets(sql`
        select coalesce(d.reseller_id, p.reseller_id)
        from approval_requests d
        left join purchases p on p.id = d.purchase_id
        where d.id = ${id}`),
    );
    const [open] = await ctx.db
      .select({ kind: approvalRequests.kind })
      .from(approvalRequests)
      .where(eq(approvalRequests.id, id));
    if (open) requireAdmin(ctx, getApprovalPermission(open.kind));
    await requireConfirmation(ctx);
    const [confirmed] = await ctx.db
      .update(approvalRequests)
      .set({ endedAt: sql`now()`, endedBy: admin.id, confirmed: true })
      .where(
        and(
          eq(approvalRequests.id, id),
          isNull(approvalRequests.endedAt),
          ne(approvalRequests.requestedBy, admin.id),
        ),
      )
      .returning()
      .catch(rethrowConstraint);
    if (!confirmed) throw await explainFailedApproval(ctx, id, admin.id);
    await executeRequest(ctx, confirmed, modules);
    if (confirmed.kind === "settle") return;
    await recordAudit(ctx, {
      action: "approval_request.approved",
      subject: "approval_request",
      subjectId: id,
      resellerId: confirmed.resellerId ?? undefined,
      reason: confirmed.reason,
      before: { approvalRequest: confirmed.kind, by: `admin:${confirmed.requestedBy}` },
      after: { approvalRequest: null, amount: confirmed.amount },
    });
  });
}

/** Explains a rejection by the database: a lost permission, or an expired request. */
function rethrowConstraint(error: unknown): never {
  const broken = getViolatedConstraint(error);
  if (broken === "approval_requests_permission")
    throw new PortalError("forbidden", "Your role no longer includes this. Nothing changed.", {
      cause: error,
    });
  if (broken === "approval_requests_in_time")
    throw new PortalError("conflict", "This request expired after a week. Request approval again.", {
      cause: error,
    });
  throw error;
}

async function explainFailedApproval(ctx: Ctx, id: number, adminId: number): Promise<PortalError> {
  const [open] = await ctx.db
    .select({ by: approvalRequests.requestedBy })
    .from(approvalRequests)
    .where(and(eq(approvalRequests.id, id), isNull(approvalRequests.endedAt)));
  return open?.by === adminId
    ? new PortalError("forbidden", "You requested this. Another admin must approve it.")
    : createRequestEndedError(ctx, id);
}

type ApprovalRequestRow = typeof approvalRequests.$inferSelect;

/**
 * Executes the request in the transaction that approves it. Throws the action's own error when the facts have
 * changed.
 */
async function executeRequest(
  ctx: Ctx,
  decision: ApprovalRequestRow,
  modules: readonly Module[],
): Promise<void> {
  const { kind, id, purchaseId, resellerId, amount, outcome, about, reason } = decision;
  switch (kind) {
    case "settle":
      if (
        !purchaseId ||
        !outcome ||
        !(await settleManually(ctx, { purchaseId, outcome, reason, supplier: parseSupplier(decision) }))
      )
        throw await createRequestEndedError(ctx, id);
      return;
    case "credit":
    case "debit":
    case "claw_back":
      await adjustWallet(ctx, kind, {
        ...requireMovement(decision),
        reason,
        ...(about !== null && { ref: about }),
        ...(decision.input as { lastAdjustmentId?: number }),
      });
      return;
    case "correction":
      await applyEntryReversal(ctx, { journalId: Number(about), reason });
      return;
    case "funding":
      await applyFundingApproval(ctx, { id: Number(about), reason });
      return;
    case "suspense":
      await applySuspenseDecision(ctx, { id: Number(about), resellerId, reason, input: decision.input });
      return;
    case "reversal":
      await executeReversal(ctx, { ident: await getIdent(ctx, purchaseId), reason });
      return;
    case "write_off":
      await executeWriteOff(ctx, { ident: await getIdent(ctx, purchaseId), reason });
      return;
    case "deposit":
      await applyUpstreamDeposit(ctx, {
        amount: amount ?? 0n,
        reason,
        input: decision.input,
        ...(about !== null && { discrepancy: Number(about) }),
      });
      return;
    case "settlement":
      await applySettlementAcceptance(ctx, { id: Number(about), reason });
      return;
    case "refund":
      await applyRefundEnd(ctx, { id: Number(about), reason });
      return;
    case "settings":
      await executeSettingsChange(ctx, decision.input, modules);
  }
}

/** An earlier version's request names none. */
const parseSupplier = ({ input }: ApprovalRequestRow) =>
  z.object({ supplier: DeliveringSupplier.optional() }).parse(input).supplier;

const APPLY_CHANGE: Readonly<
  Record<Exclude<SettingsChange, "saved">, (ctx: Ctx, wanted: unknown) => Promise<unknown>>
> = {
  role: applyRole,
  permissions: applyRolePermissions,
  two_factor: applyTwoFactorReset,
  password_link: applyPasswordLink,
  supplier_on: applySupplierOn,
  supplier_order: applySupplierOrder,
  routing: applyRouting,
  plan_routing: applyPlanRouting,
  collection: applyOperatorCollection,
  upgrade_offer: applyUpgradeOffer,
};

const SettingsRequest = z.object({
  change: z.enum(SETTINGS_CHANGES),
  of: z.string().optional(),
  wanted: z.unknown(),
});

/** A change of what protects the money. @throws conflict for one that another version requested */
async function executeSettingsChange(ctx: Ctx, input: unknown, modules: readonly Module[]): Promise<void> {
  const { data } = SettingsRequest.safeParse(input);
  const settings = findSettings(modules, data?.of);
  if (!data || (data.change === "saved" && !settings)) throw new PortalError("conflict", OTHER_VERSION);
  if (data.change !== "saved") await APPLY_CHANGE[data.change](ctx, data.wanted);
  else if (settings) await applyApprovedSettings(ctx, settings, data.wanted);
}

function requireMovement({ resellerId, amount }: ApprovalRequestRow): { resellerId: number; amount: bigint } {
  if (resellerId === null || amount === null) throw notFoundError("approval request");
  return { resellerId, amount };
}

async function getIdent(ctx: Ctx, purchaseId: number | null): Promise<string> {
  const [purchase] = await ctx.db
    .select({ ident: purchases.ident })
    .from(purchases)
    .where(eq(purchases.id, purchaseId ?? 0));
  if (!purchase) throw notFoundError("purchase");
  return purchase.ident;
}

/** Creates the conflict for a request that is no longer open, with the actor and the decision. */
export async function createRequestEndedError(ctx: Ctx, id: number): Promise<PortalError> {
  const [ended] = await ctx.db
    .select({ kind: approvalRequests.kind, about: approvalRequests.about, ident: purchases.ident })
    .from(approvalRequests)
    .leftJoin(purchases, eq(purchases.id, approvalRequests.purchaseId))
    .where(eq(approvalRequests.id, id));
  if (!ended) return notFoundError("approval request");
  const { kind, about, ident } = ended;
  if (kind === "settle" && ident) return explainConflict(ctx, { subject: "purchase", subjectId: ident });
  if (kind === "funding" && about) return explainConflict(ctx, { subject: "funding", subjectId: about });
  if ((kind === "suspense" || kind === "refund") && about)
    return explainConflict(ctx, { subject: "money", subjectId: about });
  if (kind === "settlement" && about)
    return explainConflict(ctx, { subject: "difference", subjectId: about });
  return explainConflict(ctx, { subject: "approval_request", subjectId: id });
}
