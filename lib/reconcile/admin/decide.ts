import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { purchases } from "#db/schema/purchase";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { isWaiting, orPropose, type Waiting } from "#lib/audit/second-admin";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import { type Facts, PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { sayTime } from "#lib/core/time";
import { settle } from "#lib/purchase/settle/settle";
import { oneOrMore } from "./fields.ts";

export const DecideInput = z.object({
  ident: oneOrMore(z.string().max(100), "Choose at least one purchase."),
  outcome: z.enum(["successful", "failed"], "Choose delivered or refunded."),
  reason: Reason,
});
export type DecideInput = z.input<typeof DecideInput>;

export interface Decided {
  settled: number;
  /** More than one admin settles alone: these wait for a second one. */
  proposed: number;
  /** How the first of those waits. */
  waits?: Waiting;
  /** No longer unconfirmed, or already waiting for a second admin. */
  skipped: number;
  /** Who decided the first of those meanwhile, when and why. */
  told?: string;
}

/**
 * Settles unconfirmed purchases as delivered or refunded, in bulk, with a reason. What one admin does not settle
 * alone only becomes a proposal, which another confirms. Admins in person only.
 * @throws conflict, saying who, when all of them were decided meanwhile.
 */
export async function decide(ctx: Ctx, input: DecideInput): Promise<Decided> {
  const admin = requireAdmin(ctx, "money");
  if (admin.kind !== "admin") throw new PortalError("forbidden", "Only a person can decide this.");
  const { ident, outcome, reason } = DecideInput.parse(input);
  const rows = await ctx.db
    .select({
      id: purchases.id,
      ident: purchases.ident,
      price: purchases.price,
      resellerId: purchases.resellerId,
    })
    .from(purchases)
    .where(and(inArray(purchases.ident, ident), eq(purchases.state, "unconfirmed")))
    .orderBy(purchases.id);
  const done: Decided = { settled: 0, proposed: 0, skipped: 0 };
  const skipped = ident.filter((one) => !rows.some((row) => row.ident === one));
  for (const { id, ident, price, resellerId } of rows) {
    const movement = { purchase: { id, ident }, resellerId, amount: price, outcome, reason };
    try {
      const settling = await orPropose(ctx, { kind: "settle", ...movement }, async (ctx) => {
        if (!(await settleByHand(ctx, { purchaseId: id, outcome, reason }))) throw await late(ctx, ident);
      });
      if (isWaiting(settling)) {
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
  const refusal = await late(ctx, first);
  if (done.settled + done.proposed === 0) throw refusal;
  return { ...done, skipped: new Set(skipped).size, ...tell(refusal.facts.changed) };
}

const late = (ctx: Ctx, ident: string) => changedMeanwhile(ctx, { subject: "purchase", subjectId: ident });

/** "Ada did, today 14:05: “ticket 12”." */
function tell(changed: Facts["conflict"]["changed"]): Pick<Decided, "told"> {
  if (!changed) return {};
  const { who, at, reason } = changed;
  return { told: `${who} did, ${sayTime(at)}${reason ? `: “${reason}”` : ""}.` };
}

interface ByHand {
  purchaseId: number;
  outcome: "successful" | "failed";
  reason: string;
}

/** Settles an unconfirmed purchase as the acting admin decided. */
export async function settleByHand(ctx: Ctx, { purchaseId, outcome, reason }: ByHand): Promise<boolean> {
  const was = await settle(ctx, {
    purchaseId,
    from: ["unconfirmed"],
    to: outcome,
    by: actorName(ctx.actor),
    outcome:
      outcome === "successful"
        ? "Checked by our team: it was delivered."
        : "Checked by our team: it was not delivered.",
    reason,
  });
  return was !== undefined;
}
