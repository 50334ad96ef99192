import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { testWallets } from "#db/schema/test-purchase";
import { type Ctx, requireBuyer, requireReseller } from "#lib/core/context";
import { handleEach } from "#lib/core/lane/handle-each";
import { Amount } from "#lib/core/money/amount";
import type { Minor } from "#lib/core/money/money";
import { int, readRows } from "#lib/core/read-rows";

/** The balance at first, and after a reset without an amount; `test_wallets` has the same default. */
export const START_BALANCE: Minor = 10_000_000n;

export interface TestBalance {
  wallet: Minor;
  held: Minor;
}

/** The condition of a test purchase whose money is held. */
export const isTestPurchasePending = sql`state <> ending and state in ('sending', 'unconfirmed')`;

/** Returns the acting reseller's balance in test mode, and the sum that pending test purchases hold. */
export async function getTestBalance(ctx: Ctx): Promise<TestBalance> {
  const { id } = requireBuyer(ctx);
  await settleTestPurchases(ctx, id);
  const [row] = await ctx.db
    .select({
      wallet: testWallets.balance,
      held: sql`(
        select coalesce(sum(price), 0)
        from test_purchases
        where reseller_id = ${id} and ${isTestPurchasePending})`.mapWith(testWallets.balance),
    })
    .from(testWallets)
    .where(eq(testWallets.resellerId, id));
  return row ?? { wallet: START_BALANCE, held: 0n };
}

export const ResetTestBalanceInput = z.object({
  amount: z.preprocess((typed) => (typed === "" ? undefined : typed), Amount.optional()),
});
export type ResetTestBalanceInput = z.input<typeof ResetTestBalanceInput>;

/** Sets the reseller's balance in test mode. Pending test purchases fail; pending reversals don't come. */
export async function resetTestBalance(ctx: Ctx, input: ResetTestBalanceInput): Promise<Minor> {
  const { id } = requireReseller(ctx);
  const { amount = START_BALANCE } = ResetTestBalanceInput.parse(input);
  await inTransaction(ctx, async ({ db }) => {
    // Locks the wallet before its purchases, like all who change both.
    await db.execute(sql`
      insert into test_wallets (reseller_id, balance) values (${id}, ${amount})
      on conflict (reseller_id) do update set balance = excluded.balance`);
    await db.execute(sql`
      update test_purchases
      set
        ends_at = now(),
        (state, ending) = (
          select s, s
          from (values (case when state = 'successful' then 'successful' else 'failed' end)) as last (s)
        )
      where reseller_id = ${id} and state <> ending`);
  });
  return amount;
}

/** Ends a reseller's test purchases whose time has come; those that fail or are reversed are refunded. */
export async function settleTestPurchases({ db }: Pick<Ctx, "db">, resellerId: number): Promise<void> {
  const isDue = sql`t.reseller_id = ${resellerId} and t.state <> t.ending and t.ends_at <= now()`;
  await db.execute(sql`
    with wallet as materialized (
      select reseller_id
      from test_wallets
      where reseller_id = ${resellerId} and exists (select from test_purchases t where ${isDue})
      for update
    ),
    due as (
      select t.id
      from wallet
      join test_purchases t using (reseller_id)
      where ${isDue}
      order by t.id
      for update of t
    ),
    ended as (
      update test_purchases t set state = ending from due where t.id = due.id returning t.state, t.price
    )
    update test_wallets
    set balance = balance + (select sum(price) from ended where state <> 'successful')
    where reseller_id = ${resellerId} and exists (select from ended where state <> 'successful')`);
}

/** How many resellers one run settles. */
const MAX_RESELLERS = 100;

/** Settles the test purchases of all resellers. @returns whether there are more. */
export async function settleAllTestPurchases(ctx: Ctx): Promise<{ more: boolean }> {
  const due = await readRows(ctx.db, z.object({ id: int }))`
    select distinct reseller_id as id from test_purchases
    where state <> ending and ends_at <= now() order by 1 limit ${MAX_RESELLERS}`;
  await handleEach(due, "test_purchases.not_settled", ({ id }) => settleTestPurchases(ctx, id));
  return { more: due.length === MAX_RESELLERS };
}
