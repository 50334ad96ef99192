import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { purchases } from "#db/schema/purchase";
import { decisions } from "#db/schema/reconcile";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { addFunding } from "#lib/funding/decide-funding";
import { moveByHand } from "#lib/ledger/move-by-hand";
import { undoEntry } from "#lib/ledger/reverse-entry";
import { mayConfirm } from "#lib/ledger/second-admin";
import { takeBack } from "#lib/purchase/settle/reverse";
import { applySettings, ChangeSettingsInput } from "../settings.ts";
import { settleByHand } from "./decide.ts";

type Decision = typeof decisions.$inferSelect;

/** Does what was proposed, in the transaction that confirms it. @throws as its verb does when the facts have changed. */
export async function carryOut(ctx: Ctx, decision: Decision): Promise<void> {
  const { kind, id, purchaseId, outcome, about, reason } = decision;
  switch (kind) {
    case "settle":
      if (!purchaseId || !outcome || !(await settleByHand(ctx, { purchaseId, outcome, reason })))
        throw await alreadyEnded(ctx, id);
      return;
    case "credit":
    case "debit":
    case "claw_back":
      await moveByHand(ctx, kind, { ...moneyOf(decision), reason, ...(decision.input as { seen?: number }) });
      return;
    case "correction":
      await undoEntry(ctx, { journalId: Number(about), reason });
      return;
    case "funding":
      await addFunding(ctx, { id: Number(about), reason });
      return;
    case "reversal":
      await takeBack(ctx, { ident: await identOf(ctx, purchaseId), reason });
      return;
    case "settings":
      await applySettings(ctx, ChangeSettingsInput.parse(decision.input));
  }
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

/** The refusal of whoever comes late to a proposal: who decided it or what it is about, and how. */
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
  return changedMeanwhile(ctx, { subject: "proposal", subjectId: id });
}

export const ConfirmDecisionInput = z.object({ id: z.coerce.number<string | number>().int() });
export type ConfirmDecisionInput = z.infer<typeof ConfirmDecisionInput>;

/**
 * Does what another admin proposed, once, for the reason that was given then. Admins in person only.
 * @throws forbidden for whoever proposed it or was just added, not_found; conflict that says who decided it meanwhile,
 *   and how; what the movement itself throws when it is no longer possible: then it goes on waiting.
 */
export async function confirmDecision(ctx: Ctx, { id }: ConfirmDecisionInput): Promise<void> {
  const admin = requireAdmin(ctx);
  if (admin.kind !== "admin") throw new PortalError("forbidden", "Only a person can confirm this.");
  return inTransaction(ctx, async (ctx) => {
    if (!(await mayConfirm(ctx, admin.id)))
      throw new PortalError(
        "forbidden",
        "You have been an admin for less than a week. Another has to confirm it.",
      );
    // The wallet before what was proposed, as by whoever does it without a proposal.
    await ctx.db.execute(sql`
      select from wallets where reseller_id in (
        select coalesce(d.reseller_id, p.reseller_id) from decisions d left join purchases p on p.id = d.purchase_id
        where d.id = ${id}) for update`);
    const [confirmed] = await ctx.db
      .update(decisions)
      .set({ endedAt: sql`now()`, endedBy: admin.id, confirmed: true })
      .where(and(eq(decisions.id, id), isNull(decisions.endedAt), ne(decisions.proposedBy, admin.id)))
      .returning();
    if (!confirmed) throw await whyNot(ctx, id, admin.id);
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

async function whyNot(ctx: Ctx, id: number, adminId: number): Promise<PortalError> {
  const [open] = await ctx.db
    .select({ by: decisions.proposedBy })
    .from(decisions)
    .where(and(eq(decisions.id, id), isNull(decisions.endedAt)));
  return open?.by === adminId
    ? new PortalError("forbidden", "You proposed this yourself. Another admin has to confirm it.")
    : alreadyEnded(ctx, id);
}

export const WithdrawDecisionInput = ConfirmDecisionInput.extend({ reason: Reason });
export type WithdrawDecisionInput = z.infer<typeof WithdrawDecisionInput>;

/**
 * Turns a proposal down, or takes one's own back: no money moves. Admins in person only.
 * @throws not_found; conflict that says who decided it meanwhile, and how.
 */
export async function withdrawDecision(ctx: Ctx, { id, reason }: WithdrawDecisionInput): Promise<void> {
  const admin = requireAdmin(ctx);
  if (admin.kind !== "admin") throw new PortalError("forbidden", "Only a person can do this.");
  return inTransaction(ctx, async (ctx) => {
    const [ended] = await ctx.db
      .update(decisions)
      .set({ endedAt: sql`now()`, endedBy: admin.id, confirmed: false })
      .where(and(eq(decisions.id, id), isNull(decisions.endedAt)))
      .returning();
    if (!ended) throw await alreadyEnded(ctx, id);
    if (ended.kind === "settle") return recordSettling(ctx, ended, reason);
    await record(ctx, {
      action: "proposal.withdrawn",
      subject: "proposal",
      subjectId: id,
      resellerId: ended.resellerId ?? undefined,
      reason,
      before: { proposal: ended.kind, amount: ended.amount },
      after: { proposal: null },
    });
  });
}

/** The purchase's own history tells of it. */
async function recordSettling(
  ctx: Ctx,
  { purchaseId, outcome }: typeof decisions.$inferSelect,
  reason: string,
): Promise<void> {
  const [purchase] = await ctx.db
    .select({ ident: purchases.ident, resellerId: purchases.resellerId })
    .from(purchases)
    .where(eq(purchases.id, purchaseId ?? 0));
  await record(ctx, {
    action: "purchase.proposal_withdrawn",
    subject: "purchase",
    subjectId: purchase?.ident ?? "",
    resellerId: purchase?.resellerId,
    reason,
    before: { proposal: outcome },
    after: { proposal: null },
  });
}
