import { and, desc, eq, gte, lte, sql } from "drizzle-orm";
import { attempts, purchases } from "#db/schema/purchase";
import type { Ctx } from "#lib/core/context";
import type { Rupture } from "./chain/evidence.ts";

/** How long after it was sent a purchase is still thought of when the balance moves by its cost. */
const REMEMBERED_MS = 7 * 24 * 3_600_000;

/**
 * The purchases that were decided without an answer and whose cost is what the balance moved by: delivered ones
 * for a rise, failed ones for a fall. Their decision may have been wrong. @returns their idents, newest first.
 */
export async function suspects(ctx: Ctx, { amount, span }: Rupture): Promise<string[]> {
  const rows = await ctx.db
    .select({ ident: purchases.ident })
    .from(attempts)
    .innerJoin(purchases, eq(purchases.id, attempts.purchaseId))
    .where(
      and(
        eq(attempts.meaning, "unconfirmed"),
        gte(attempts.claimedAt, new Date(span.from - REMEMBERED_MS)),
        lte(attempts.claimedAt, new Date(Math.ceil(span.to))),
        eq(purchases.state, amount > 0n ? "successful" : "failed"),
        eq(sql`coalesce(${attempts.cost}, ${purchases.cost})`, amount > 0n ? amount : -amount),
      ),
    )
    .orderBy(desc(attempts.claimedAt));
  return rows.map(({ ident }) => ident);
}

/** " It may be the money of DT1 or DT2 that came back: …", or nothing when no purchase cost as much. */
export function sayReopened(rose: boolean, idents: readonly string[]): string {
  if (idents.length === 0) return "";
  const some = idents.slice(0, 3).join(" or ");
  const more = idents.length > 3 ? ` or ${idents.length - 3} more` : "";
  return rose
    ? ` It may be the money of ${some}${more}, taken for delivered without an answer: ask the upstream.`
    : ` It may be the charge of ${some}${more}, taken for failed without an answer: ask the upstream.`;
}
