import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { settlementDifferences } from "#db/schema/settlement";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { recordRows } from "#lib/audit/record";
import { endProposals, orPropose, type Waiting } from "#lib/audit/second-admin";
import { Id } from "#lib/core/amount";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { writeHouse } from "#lib/ledger/house";

export const AcknowledgeDifferenceInput = z.object({ id: Id, reason: Reason });
export type AcknowledgeDifferenceInput = z.input<typeof AcknowledgeDifferenceInput>;

/**
 * Says why a difference between a settlement and the books may stay. Where another amount or fee was settled, the rest goes
 * from clearing to fees: the provider owes it no more. Above the daily sum it needs approval. Admins only.
 * @throws not_found; conflict when it ended meanwhile
 */
export async function acknowledgeDifference(
  ctx: Ctx,
  input: AcknowledgeDifferenceInput,
): Promise<Waiting | undefined> {
  requireAdmin(ctx, "money");
  const { id, reason } = AcknowledgeDifferenceInput.parse(input);
  const { here, there } = settlementDifferences;
  const [known] = await ctx.db
    .select({ amount: sql`abs(coalesce(${here}, 0) - coalesce(${there}, 0))`.mapWith(here) })
    .from(settlementDifferences)
    .where(eq(settlementDifferences.id, id));
  if (!known) throw notFound("difference");
  const movement = { kind: "settlement" as const, ...known, reason, about: id };
  return orPropose(ctx, movement, (tx) => acceptDifference(tx, { id, reason }));
}

/** Accepts it; the caller has checked the rights. @throws conflict when it ended meanwhile */
export function acceptDifference(
  ctx: Ctx,
  { id, reason }: { id: number; reason: string },
): Promise<undefined> {
  return inTransaction(ctx, async (tx) => {
    await endProposals(tx, "settlement", id);
    // A part that comes meanwhile (`recordChange`) waits, or is counted.
    await tx.db.execute(sql`
      select from provider_transactions where id = (
        select transaction_id from settlement_differences where id = ${id}) for update`);
    const [done] = await tx.db.execute(sql`
      with ended as (
        update settlement_differences set state = 'acknowledged', ended_at = now(),
          ended_by = ${actorName(tx.actor)}, reason = ${reason}
        where id = ${id} and state = 'open' returning *
      ), rest as (
        select ended.transaction_id as id, null::bigint as journal_id, sum(h.amount)::bigint as rest
        from ended join provider_transactions p on p.id = ended.transaction_id or p.part_of = ended.transaction_id
          join house_entries h on h.transaction_id = p.id and h.account = 'clearing'
        where ended.kind in ('amount', 'fee') and h.step in ('received', 'settled') group by ended.transaction_id
      ), house as (${writeHouse("accepted", { clearing: sql`-of.rest`, fees: sql`of.rest` }, sql`select * from rest`)}),
      recorded as (${recordRows(tx, {
        action: "settlement.acknowledged",
        subject: "difference",
        subjectId: sql`ended.id::text`,
        resellerId: sql`null::bigint`,
        journalId: sql`null::bigint`,
        reason: sql`ended.reason`,
        before: sql`jsonb_build_object('difference', ended.kind, 'here', ended.here::text, 'there', ended.there::text)`,
        after: sql`jsonb_build_object('difference', 'acknowledged', 'accepted', (select rest::text from rest))`,
        from: sql`ended`,
      })})
      select id from ended`);
    if (!done) throw await changedMeanwhile(tx, { subject: "difference", subjectId: id });
    return undefined;
  });
}
