import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { purchases } from "#db/schema/purchase";
import { decisions } from "#db/schema/reconcile";
import { requireConfirmed } from "#lib/account/password/confirm";
import { putRole } from "#lib/account/staff/give-role";
import { putPermissions } from "#lib/account/staff/roles";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { neededFor } from "#lib/audit/second-admin";
import { mayConfirm } from "#lib/audit/second-admin-limits";
import { applySecondAdminRules } from "#lib/audit/second-admin-rules";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { brokenConstraint, notFound, PortalError } from "#lib/core/error";
import { addFunding } from "#lib/funding/decide-funding";
import { putTerms } from "#lib/funding/terms";
import { adjust } from "#lib/ledger/adjust";
import { undoEntry } from "#lib/ledger/reverse-entry";
import { carryOutDecision } from "#lib/payment/decide-money";
import { stopRefund } from "#lib/payment/refund";
import { acceptDifference } from "#lib/payment/settlement/acknowledge";
import { takeBack } from "#lib/purchase/settle/reverse";
import { settleByHand } from "./decide.ts";
import { recordApproved } from "./record-top-up.ts";

export const ConfirmDecisionInput = z.object({ id: z.coerce.number<string | number>().int() });
export type ConfirmDecisionInput = z.input<typeof ConfirmDecisionInput>;

/**
 * Does what another admin proposed, once, for the reason given then. Admins in person only.
 * @throws forbidden for the admin who proposed it and for one added just now; not_found; conflict that says who
 *   decided it meanwhile, and how; whatever the movement throws when it is no longer possible: then it goes on waiting.
 */
export async function confirmDecision(ctx: Ctx, input: ConfirmDecisionInput): Promise<void> {
  const admin = requireAdmin(ctx);
  if (admin.kind !== "admin") throw new PortalError("forbidden", "Only a person can confirm this.");
  const { id } = ConfirmDecisionInput.parse(input);
  return inTransaction(ctx, async (ctx) => {
    if (!(await mayConfirm(ctx, admin.id)))
      throw new PortalError(
        "forbidden",
        "You have had your role for less than a week. Another admin has to confirm it.",
      );
    // The wallet is locked before the proposal, in the same order as without one.
    await ctx.db.execute(sql`
      select from wallets where reseller_id in (
        select coalesce(d.reseller_id, p.reseller_id) from decisions d left join purchases p on p.id = d.purchase_id
        where d.id = ${id}) for update`);
    const [open] = await ctx.db.select({ kind: decisions.kind }).from(decisions).where(eq(decisions.id, id));
    if (open) requireAdmin(ctx, neededFor(open.kind));
    const [confirmed] = await ctx.db
      .update(decisions)
      .set({ endedAt: sql`now()`, endedBy: admin.id, confirmed: true })
      .where(and(eq(decisions.id, id), isNull(decisions.endedAt), ne(decisions.proposedBy, admin.id)))
      .returning()
      .catch(tooLate);
    if (!confirmed) throw await explainRefusal(ctx, id, admin.id);
    await carryOut(ctx, confirmed);
    if (confirmed.kind === "settle") return;
    await record(ctx, {
      action: "proposal.confirmed",
      subject: "proposal",
      subjectId: id,
      resellerId: confirmed.resellerId ?? undefined,
      reason: confirmed.reason,
      before: { proposal: confirmed.kind, by: `admin:${confirmed.proposedBy}` },
      after: { proposal: null, amount: confirmed.amount },
    });
  });
}

/** What the database refuses: who may not confirm it any more, and what waited too long. */
function tooLate(error: unknown): never {
  const broken = brokenConstraint(error);
  if (broken === "decisions_permission")
    throw new PortalError("forbidden", "Your role does not include this any more. Nothing was done.", {
      cause: error,
    });
  if (broken === "decisions_in_time")
    throw new PortalError("conflict", "It waited for more than a week, and is over. Propose it again.", {
      cause: error,
    });
  throw error;
}

async function explainRefusal(ctx: Ctx, id: number, adminId: number): Promise<PortalError> {
  const [open] = await ctx.db
    .select({ by: decisions.proposedBy })
    .from(decisions)
    .where(and(eq(decisions.id, id), isNull(decisions.endedAt)));
  return open?.by === adminId
    ? new PortalError("forbidden", "You proposed this yourself. Another admin has to confirm it.")
    : alreadyEnded(ctx, id);
}

type Decision = typeof decisions.$inferSelect;

/** Does what was proposed, in the transaction that confirms it. Throws what the verb itself throws when the facts have changed. */
async function carryOut(ctx: Ctx, decision: Decision): Promise<void> {
  const { kind, id, purchaseId, resellerId, amount, outcome, about, reason } = decision;
  switch (kind) {
    case "settle":
      if (!purchaseId || !outcome || !(await settleByHand(ctx, { purchaseId, outcome, reason })))
        throw await alreadyEnded(ctx, id);
      return;
    case "credit":
    case "debit":
    case "claw_back":
      await adjust(ctx, kind, { ...moneyOf(decision), reason, ...(decision.input as { seen?: number }) });
      return;
    case "correction":
      await undoEntry(ctx, { journalId: Number(about), reason });
      return;
    case "funding":
      await addFunding(ctx, { id: Number(about), reason });
      return;
    case "suspense":
      await carryOutDecision(ctx, { id: Number(about), resellerId, reason, input: decision.input });
      return;
    case "reversal":
      await takeBack(ctx, { ident: await identOf(ctx, purchaseId), reason });
      return;
    case "deposit":
      await recordApproved(ctx, {
        ...{ amount: amount ?? 0n, reason, input: decision.input },
        ...(about !== null && { discrepancy: Number(about) }),
      });
      return;
    case "settlement":
      await acceptDifference(ctx, { id: Number(about), reason });
      return;
    case "refund":
      await stopRefund(ctx, { id: Number(about), reason });
      return;
    case "settings":
      await carryOutChange(ctx, decision.input);
  }
}

/** A change of what protects the money. @throws conflict for one that a version before proposed in its own way */
async function carryOutChange(ctx: Ctx, input: unknown): Promise<void> {
  const { change } = z.object({ change: z.string().optional() }).parse(input);
  if (change === "rules") return applySecondAdminRules(ctx, input);
  await requireConfirmed(ctx);
  if (change === "role") return putRole(ctx, input);
  if (change === "instructions") return putTerms(ctx, input);
  if (change === "permissions") {
    await putPermissions(ctx, z.object({ wanted: z.unknown() }).parse(input).wanted);
    return;
  }
  throw new PortalError("conflict", "The portal was updated since. Turn this down, and propose it again.");
}

function moneyOf({ resellerId, amount }: Decision): { resellerId: number; amount: bigint } {
  if (resellerId === null || amount === null) throw notFound("proposal");
  return { resellerId, amount };
}

async function identOf(ctx: Ctx, purchaseId: number | null): Promise<string> {
  const [purchase] = await ctx.db
    .select({ ident: purchases.ident })
    .from(purchases)
    .where(eq(purchases.id, purchaseId ?? 0));
  if (!purchase) throw notFound("purchase");
  return purchase.ident;
}

/** The refusal of a proposal that is no longer open: it says who decided it, or what it is about, and how. */
export async function alreadyEnded(ctx: Ctx, id: number): Promise<PortalError> {
  const [ended] = await ctx.db
    .select({ kind: decisions.kind, about: decisions.about, ident: purchases.ident })
    .from(decisions)
    .leftJoin(purchases, eq(purchases.id, decisions.purchaseId))
    .where(eq(decisions.id, id));
  if (!ended) return notFound("proposal");
  const { kind, about, ident } = ended;
  if (kind === "settle" && ident) return changedMeanwhile(ctx, { subject: "purchase", subjectId: ident });
  if (kind === "funding" && about) return changedMeanwhile(ctx, { subject: "funding", subjectId: about });
  if ((kind === "suspense" || kind === "refund") && about)
    return changedMeanwhile(ctx, { subject: "money", subjectId: about });
  if (kind === "settlement" && about)
    return changedMeanwhile(ctx, { subject: "difference", subjectId: about });
  return changedMeanwhile(ctx, { subject: "proposal", subjectId: id });
}
