import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { purchases } from "#db/schema/purchase";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { recordRows } from "#lib/audit/record";
import { orPropose, type Waiting } from "#lib/audit/second-admin";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { env } from "#lib/core/env";
import { notFound, PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { transferBalances, transferredBalances, writeTransfer } from "#lib/ledger/transfer";
import { lockWallets } from "./settle.ts";

export const ReverseInput = z.object({
  ident: z.string().max(40),
  /** Also what the reseller reads on the statement. */
  reason: Reason,
});
export type ReverseInput = z.infer<typeof ReverseInput>;

/**
 * Takes back a delivered purchase that the network took back; a price above the set sum waits for a second admin.
 * Admins only.
 * @throws not_found, conflict when it is reversed already or was never delivered.
 */
export async function reverse(ctx: Ctx, input: ReverseInput): Promise<Waiting | undefined> {
  requireAdmin(ctx, "money");
  const { ident, reason } = ReverseInput.parse(input);
  const [purchase] = await ctx.db
    .select({ id: purchases.id, resellerId: purchases.resellerId, amount: purchases.price })
    .from(purchases)
    .where(eq(purchases.ident, ident));
  if (!purchase) throw notFound("purchase");
  const { id, resellerId, amount } = purchase;
  const movement = { purchase: { id, ident }, resellerId, amount, reason };
  return (
    (await orPropose(ctx, { kind: "reversal", ...movement }, (ctx) => takeBack(ctx, { ident, reason }))) ??
    undefined
  );
}

/**
 * Reverses a purchase and returns its money to the wallet in one statement; its journal names the one it undoes. The
 * caller has checked the rights. Throws as `reverse` does.
 */
export async function takeBack(ctx: Ctx, { ident, reason }: ReverseInput): Promise<void> {
  const price = sql`(select price from reversed)`;
  const why = sql`${reason}::text`;
  const rows = await ctx.db.execute(sql`
    with wallet as (${lockWallets(sql`p.ident = ${ident}`)}),
    open as (
      select id from purchases where ident = ${ident} and state = 'successful' and exists (select from wallet) for update
    ),
    reversed as (
      update purchases p set state = 'reversed', reversed_at = now(), outcome = ${`Reversed: ${reason}`} from open where p.id = open.id
      returning p.id, p.ident, p.reseller_id, p.price, p.placed_at
    ),
    moved as (
      update wallets set ${transferBalances("reversal", sql`reversed.price`)},
        spent = wallets.spent - case when wallets.spent_day
          = to_char(reversed.placed_at at time zone ${env().TIME_ZONE}, 'YYYY-MM-DD') then reversed.price else 0 end
      from reversed where wallets.reseller_id = reversed.reseller_id
      returning ${transferredBalances("reversal")}
    ),
    ${writeTransfer(ctx, "reversal", {
      from: sql`moved`,
      amount: price,
      purchaseId: sql`(select id from reversed)`,
      reason: why,
      reversesId: sql`(select j.id from journals j join reversed r on r.id = j.purchase_id where j.kind = 'settle')`,
    })},
    recorded as (${recordRows(ctx, {
      action: "purchase.reversed",
      subject: "purchase",
      subjectId: sql`reversed.ident`,
      resellerId: sql`reversed.reseller_id`,
      journalId: sql`journal.id`,
      reason: why,
      before: sql`jsonb_build_object('state', 'successful')`,
      after: sql`jsonb_build_object('state', 'reversed', 'price', reversed.price::text)`,
      from: sql`reversed cross join journal`,
    })})
    select id from reversed`);
  if (rows.length === 0) throw await explainRefusal(ctx, ident);
}

async function explainRefusal(ctx: Ctx, ident: string): Promise<PortalError> {
  const [row] = await ctx.db
    .select({ state: purchases.state })
    .from(purchases)
    .where(eq(purchases.ident, ident));
  if (!row) return notFound("purchase");
  if (row.state === "reversed") return changedMeanwhile(ctx, { subject: "purchase", subjectId: ident });
  return new PortalError("conflict", "Only a delivered purchase can be reversed. No money moved.");
}
