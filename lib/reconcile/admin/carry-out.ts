import { eq } from "drizzle-orm";
import { purchases } from "#db/schema/purchase";
import { decisions } from "#db/schema/reconcile";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import type { Ctx } from "#lib/core/context";
import { notFound, type PortalError } from "#lib/core/error";
import { addFunding } from "#lib/funding/approve-funding";
import { moveByHand } from "#lib/ledger/move-by-hand";
import { undoEntry } from "#lib/ledger/reverse-entry";
import { takeBack } from "#lib/purchase/settle/reverse";
import { applySettings, ChangeSettingsInput } from "../change-settings.ts";
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
