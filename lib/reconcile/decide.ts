import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { purchases } from "#db/schema/purchase";
import { decisions } from "#db/schema/reconcile";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { sayTime } from "#lib/core/time";
import { oneOrMore } from "./fields.ts";
import { settings } from "./settings.ts";
import { settleByHand } from "./settle-by-hand.ts";

export const DecideInput = z.object({
  ident: oneOrMore(z.string().max(100), "Choose at least one purchase."),
  outcome: z.enum(["successful", "failed"], "Choose delivered or refunded."),
  reason: Reason,
});
export type DecideInput = z.infer<typeof DecideInput>;

export interface Decided {
  settled: number;
  /** Above the set amount: these wait for a second admin. */
  proposed: number;
  /** No longer unconfirmed, or already waiting for a second admin. */
  skipped: number;
  /** Who decided the first of those meanwhile, when and why. */
  told?: string;
}

/**
 * Settles unconfirmed purchases as delivered or refunded, in bulk, with a reason. A price above the set amount
 * only becomes a proposal, which another admin confirms. Admins in person only.
 * @throws conflict, saying who, when all of them were decided meanwhile.
 */
export async function decide(ctx: Ctx, { ident, outcome, reason }: DecideInput): Promise<Decided> {
  const admin = requireAdmin(ctx);
  if (admin.kind !== "admin") throw new PortalError("forbidden", "Only a person can decide this.");
  const { secondAdminAbove } = await settings(ctx);
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
  for (const purchase of rows) {
    const kind = purchase.price > secondAdminAbove ? "proposed" : "settled";
    const worked = await inTransaction(ctx, (ctx) =>
      kind === "settled"
        ? settleByHand(ctx, { purchaseId: purchase.id, outcome, reason })
        : propose(ctx, { purchase, outcome, reason, by: admin.id }),
    );
    if (worked) done[kind] += 1;
    else skipped.push(purchase.ident);
  }
  const [first] = skipped;
  if (first === undefined) return done;
  const late = await changedMeanwhile(ctx, { subject: "purchase", subjectId: first });
  if (done.settled + done.proposed === 0) throw late;
  return { ...done, skipped: new Set(skipped).size, ...tell(late.facts) };
}

/** "Ada did, today 14:05: “ticket 12”." */
function tell({ who, at, reason }: PortalError["facts"]): Pick<Decided, "told"> {
  if (typeof who !== "string" || !(at instanceof Date)) return {};
  return { told: `${who} did, ${sayTime(at)}${reason ? `: “${reason}”` : ""}.` };
}

interface Proposal {
  purchase: { id: number; ident: string; resellerId: number };
  outcome: "successful" | "failed";
  reason: string;
  by: number;
}

async function propose(ctx: Ctx, { purchase, outcome, reason, by }: Proposal): Promise<boolean> {
  const made = await ctx.db
    .insert(decisions)
    .values({ purchaseId: purchase.id, outcome, reason, proposedBy: by })
    .onConflictDoNothing()
    .returning({ id: decisions.id });
  if (made.length === 0) return false;
  await record(ctx, {
    action: "purchase.proposed",
    subject: "purchase",
    subjectId: purchase.ident,
    resellerId: purchase.resellerId,
    reason,
    before: { proposal: null },
    after: { proposal: outcome },
  });
  return true;
}
