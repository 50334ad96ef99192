import { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { instant, int, readRows, textOf } from "#lib/core/read-rows";

/** A recent credit of the same amount to the same wallet, in another way than the request. */
export interface EarlierCredit {
  at: Date;
  /** `payment`: confirmed by a provider; `credit`: by an admin. */
  kind: "payment" | "credit";
}

/**
 * Finds the latest credit of the same amount for each bank transfer request, since three days before the
 * request. Returns them by the request's id. Admins only.
 */
export async function findEarlierCredits(
  ctx: Ctx,
  requests: readonly number[],
): Promise<ReadonlyMap<number, EarlierCredit>> {
  requireAdmin(ctx);
  if (requests.length === 0) return new Map();
  const rows = await readRows(
    ctx.db,
    z.object({ id: int, at: instant, kind: textOf<EarlierCredit["kind"]>() }),
  )`
    select f.id, latest.at, latest.kind
    from funding_requests f
    cross join lateral (
      select j.at, j.kind
      from journals j
      join entries e on e.journal_id = j.id and e.account = 'wallet' and e.amount = f.amount
      where j.reseller_id = f.reseller_id and j.kind in ('credit', 'payment')
        and j.at > f.requested_at - interval '3 days'
        and not exists (select from funding_requests other where other.journal_id = j.id)
        and not exists (select from journals undone where undone.reverses_id = j.id)
      order by j.id desc
      limit 1
    ) latest
    where f.id in ${[...requests]}`;
  return new Map(rows.map(({ id, ...credit }) => [id, credit]));
}
