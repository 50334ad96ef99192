import { asc, eq } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { attempts } from "#db/schema/purchase";
import { actorNames } from "#lib/audit/actor-names";
import { history } from "#lib/audit/history";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { adminColumns, adminView } from "./admin-list.ts";
import { p } from "./columns.ts";
import { timeline } from "./timeline.ts";
import type { AdminPurchaseDetail } from "./view.ts";

/** One purchase in full, with raw answers and its audit trail, by its ident. Admins only. */
export async function adminGet(ctx: Ctx, input: { ident: string }): Promise<AdminPurchaseDetail> {
  requireAdmin(ctx);
  const [row] = await ctx.db
    .select({ ...adminColumns, reversedAt: p.reversedAt })
    .from(p)
    .innerJoin(accounts, eq(accounts.id, p.resellerId))
    .where(eq(p.ident, input.ident));
  if (!row) throw notFound("purchase");
  const { reversedAt, ...columns } = row;
  const purchase = adminView(columns);
  const [tries, records] = await Promise.all([
    ctx.db.select(shown).from(attempts).where(eq(attempts.purchaseId, purchase.id)).orderBy(asc(attempts.id)),
    history(ctx, { subject: "purchase", subjectId: purchase.ident }),
  ]);
  return {
    ...purchase,
    upstreamId: purchase.upstreamId ?? tries.findLast(({ upstreamId }) => upstreamId)?.upstreamId ?? null,
    settledByName: await settlerOf(ctx, purchase.settledBy),
    timeline: timeline(purchase, tries, reversedAt),
    attempts: tries,
    audit: records,
  };
}

const SETTLERS: Record<string, string> = {
  answer: "The upstream's answer",
  chain: "The upstream's balances",
  cancelled: "Cancelled before it was sent",
  deadline: "The portal, at its deadline",
};

async function settlerOf(ctx: Ctx, by: string | null): Promise<string | null> {
  if (by === null) return null;
  return SETTLERS[by] ?? (await actorNames(ctx, [by])).get(by) ?? by;
}

const shown = {
  worker: attempts.worker,
  claimedAt: attempts.claimedAt,
  answeredAt: attempts.answeredAt,
  meaning: attempts.meaning,
  note: attempts.note,
  httpStatus: attempts.httpStatus,
  raw: attempts.raw,
  upstreamId: attempts.upstreamId,
  upstreamIdent: attempts.upstreamIdent,
  amount: attempts.amount,
  balanceBefore: attempts.balanceBefore,
  balanceAfter: attempts.balanceAfter,
  discrepancy: attempts.discrepancy,
};
