import { and, desc, eq, gte, inArray, isNull, like, lt, lte, notInArray, sql } from "drizzle-orm";
import { attempts, purchases } from "#db/schema/purchase";
import { discrepancies } from "#db/schema/reconcile";
import { record } from "#lib/audit/record";
import { actorName, type Ctx } from "#lib/core/context";
import type { Rupture } from "./chain/evidence.ts";
import {
  type Discrepancy,
  discrepancyOf,
  findDiscrepancies,
  type Observation,
} from "./find-discrepancies.ts";

/**
 * Records each discrepancy once, and closes moves of the balance that are explained by now. One that was closed
 * this way is opened again when it does not fit after all, because the rules changed or an answer came late.
 */
export async function recordDiscrepancies(ctx: Ctx, observation: Observation): Promise<void> {
  const {
    findings: { ruptures },
    since,
    until,
  } = observation;
  const found = findDiscrepancies(observation);
  for (const { id, kind, detail } of await insertNew(ctx, found, ruptures))
    await record(ctx, {
      action: "discrepancy.found",
      subject: "discrepancy",
      subjectId: id,
      after: { kind, detail },
    });
  await reopen(
    ctx,
    found.map(({ key }) => key),
  );
  const still = ruptures.map((rupture) => discrepancyOf(rupture).key);
  const closed = await ctx.db
    .update(discrepancies)
    .set({ closedAt: sql`now()`, closedBy: actorName(ctx.actor), reason: EXPLAINED })
    .where(
      and(
        isNull(discrepancies.closedAt),
        inArray(discrepancies.kind, ["rise", "fall"]),
        gte(discrepancies.earliest, new Date(since)),
        lt(discrepancies.latest, new Date(until)),
        still.length > 0 ? notInArray(discrepancies.key, still) : undefined,
      ),
    )
    .returning({ id: discrepancies.id, kind: discrepancies.kind, detail: discrepancies.detail });
  for (const { id, ...facts } of closed)
    await record(ctx, {
      action: "discrepancy.explained",
      subject: "discrepancy",
      subjectId: id,
      reason: EXPLAINED,
      before: { open: true, ...facts },
      after: { open: false, ...facts },
    });
}

async function insertNew(ctx: Ctx, found: readonly Discrepancy[], ruptures: readonly Rupture[]) {
  if (found.length === 0) return [];
  const fresh = await ctx.db
    .insert(discrepancies)
    .values([...found])
    .onConflictDoNothing({ target: discrepancies.key })
    .returning();
  for (const one of fresh) {
    const rupture = ruptures.find((rupture) => discrepancyOf(rupture).key === one.key);
    if (!rupture) continue;
    one.detail += suspectsHint(rupture.amount > 0n, await suspectIdents(ctx, rupture));
    await ctx.db.update(discrepancies).set({ detail: one.detail }).where(eq(discrepancies.id, one.id));
  }
  return fresh;
}

const EXPLAINED = "Explained by what is known since.";

async function reopen(ctx: Ctx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const again = await ctx.db
    .update(discrepancies)
    .set({ closedAt: null, closedBy: null, reason: null })
    .where(and(inArray(discrepancies.key, [...keys]), like(discrepancies.closedBy, "system:%")))
    .returning({ id: discrepancies.id, kind: discrepancies.kind, detail: discrepancies.detail });
  for (const { id, ...facts } of again)
    await record(ctx, {
      action: "discrepancy.reopened",
      subject: "discrepancy",
      subjectId: id,
      reason: "It does not fit after all.",
      before: { open: false, ...facts },
      after: { open: true, ...facts },
    });
}

/** A purchase is no longer suspected when it was sent longer ago than this. */
const REMEMBERED_MS = 7 * 24 * 3_600_000;

/**
 * Finds the purchases that were decided without an answer and cost what the balance moved by: delivered ones for a
 * rise, failed ones for a fall. Their decision may have been wrong. @returns their idents, newest first.
 */
async function suspectIdents(ctx: Ctx, { amount, span }: Rupture): Promise<string[]> {
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

/** " It may be the money of DT1 or DT2, …"; empty when no purchase cost as much. */
function suspectsHint(rose: boolean, idents: readonly string[]): string {
  if (idents.length === 0) return "";
  const some = idents.slice(0, 3).join(" or ");
  const more = idents.length > 3 ? ` or ${idents.length - 3} more` : "";
  return rose
    ? ` It may be the money of ${some}${more}, taken for delivered without an answer: ask the upstream.`
    : ` It may be the charge of ${some}${more}, taken for failed without an answer: ask the upstream.`;
}
