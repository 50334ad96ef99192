import { and, desc, eq, gte, inArray, isNull, like, lt, lte, notInArray, sql } from "drizzle-orm";
import { attempts, purchases } from "#db/schema/purchase";
import { discrepancies } from "#db/schema/reconcile";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, formatActor } from "#lib/core/context";
import type { BalanceGap } from "./chain/evidence.ts";
import {
  findDiscrepancies,
  type NewDiscrepancy,
  type Observation,
  toGapDiscrepancy,
} from "./find-discrepancies.ts";

/**
 * Records each discrepancy once, and closes moves of the balance that are now explained. One that was closed
 * so is reopened when settings or a late response make it unexplained again.
 */
export async function recordDiscrepancies(ctx: Ctx, observation: Observation): Promise<void> {
  const {
    supplierId,
    supplierName,
    findings: { ruptures },
    since,
    until,
  } = observation;
  const observed = findDiscrepancies(observation).map(({ detail, ...discrepancy }) => ({
    ...discrepancy,
    supplierId,
    detail: supplierName === undefined ? detail : `${supplierName}: ${detail}`,
  }));
  for (const { id, kind, detail } of await insertDiscrepancies(ctx, observed, ruptures))
    await recordAudit(ctx, {
      action: "discrepancy.found",
      subject: "discrepancy",
      subjectId: id,
      after: { kind, detail },
    });
  await reopenDiscrepancies(
    ctx,
    observed.map(({ key }) => key),
  );
  const still = ruptures.map((rupture) => toGapDiscrepancy(rupture).key);
  const closed = await ctx.db
    .update(discrepancies)
    .set({ closedAt: sql`now()`, closedBy: formatActor(ctx.actor), reason: EXPLANATION })
    .where(
      and(
        isNull(discrepancies.closedAt),
        eq(discrepancies.supplierId, supplierId),
        inArray(discrepancies.kind, ["rise", "fall"]),
        gte(discrepancies.earliest, new Date(since)),
        lt(discrepancies.latest, new Date(until)),
        still.length > 0 ? notInArray(discrepancies.key, still) : undefined,
      ),
    )
    .returning({ id: discrepancies.id, kind: discrepancies.kind, detail: discrepancies.detail });
  for (const { id, ...facts } of closed)
    await recordAudit(ctx, {
      action: "discrepancy.explained",
      subject: "discrepancy",
      subjectId: id,
      reason: EXPLANATION,
      before: { open: true, ...facts },
      after: { open: false, ...facts },
    });
}

async function insertDiscrepancies(
  ctx: Ctx,
  observed: readonly NewDiscrepancy[],
  ruptures: readonly BalanceGap[],
) {
  if (observed.length === 0) return [];
  const fresh = await ctx.db
    .insert(discrepancies)
    .values([...observed])
    .onConflictDoNothing({ target: discrepancies.key })
    .returning();
  for (const row of fresh) {
    const rupture = ruptures.find((rupture) => toGapDiscrepancy(rupture).key === row.key);
    if (!rupture) continue;
    row.detail += formatSuspects(rupture.amount > 0n, await findSuspectIdents(ctx, row.supplierId, rupture));
    await ctx.db.update(discrepancies).set({ detail: row.detail }).where(eq(discrepancies.id, row.id));
  }
  return fresh;
}

const EXPLANATION = "Explained by later responses.";

async function reopenDiscrepancies(ctx: Ctx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const again = await ctx.db
    .update(discrepancies)
    .set({ closedAt: null, closedBy: null, reason: null })
    .where(and(inArray(discrepancies.key, [...keys]), like(discrepancies.closedBy, "system:%")))
    .returning({ id: discrepancies.id, kind: discrepancies.kind, detail: discrepancies.detail });
  for (const { id, ...facts } of again)
    await recordAudit(ctx, {
      action: "discrepancy.reopened",
      subject: "discrepancy",
      subjectId: id,
      reason: "The later responses don’t explain it after all.",
      before: { open: false, ...facts },
      after: { open: true, ...facts },
    });
}

/** A purchase is no longer suspected when it was sent longer ago than this. */
const MAX_SUSPECT_AGE_MS = 7 * 24 * 3_600_000;

/**
 * Finds the purchases that were decided without a response and cost what the balance moved by: delivered ones
 * for a rise, failed ones for a fall. Their decision may have been wrong.
 * @returns their idents, newest first.
 */
async function findSuspectIdents(
  ctx: Ctx,
  supplierId: number,
  { amount, span }: BalanceGap,
): Promise<string[]> {
  const rows = await ctx.db
    .select({ ident: purchases.ident })
    .from(attempts)
    .innerJoin(purchases, eq(purchases.id, attempts.purchaseId))
    .where(
      and(
        eq(attempts.supplierId, supplierId),
        eq(attempts.result, "unconfirmed"),
        gte(attempts.claimedAt, new Date(span.from - MAX_SUSPECT_AGE_MS)),
        lte(attempts.claimedAt, new Date(Math.ceil(span.to))),
        eq(purchases.state, amount > 0n ? "successful" : "failed"),
        eq(attempts.cost, amount > 0n ? amount : -amount),
      ),
    )
    .orderBy(desc(attempts.claimedAt));
  return rows.map(({ ident }) => ident);
}

/** " It may be the money of DT1 or DT2, …"; empty when no purchase cost as much. */
function formatSuspects(rose: boolean, idents: readonly string[]): string {
  if (idents.length === 0) return "";
  const some = idents.slice(0, 3).join(" or ");
  const more = idents.length > 3 ? ` or ${idents.length - 3} more` : "";
  return rose
    ? ` It may be a refund of ${some}${more}, marked delivered without a response. Ask the supplier.`
    : ` It may be a charge for ${some}${more}, marked failed without a response. Ask the supplier.`;
}
