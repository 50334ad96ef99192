import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { PurchaseRequest } from "#lib/api/purchase-backend";
import type { PlanOffer } from "#lib/catalogue/plan-offer";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { getViolatedConstraint } from "#lib/core/database-error";
import { PortalError } from "#lib/core/error";
import { int, minor, readRows } from "#lib/core/read-rows";
import { createPurchaseRejection } from "#lib/purchase/place/rejection";
import { TEST_IDENT_PREFIX } from "#lib/purchase/read/select-test-purchases";
import type { TestOutcome, TestRejection } from "./test-outcomes.ts";
import { isTestPurchasePending } from "./test-wallet.ts";

/** Bounds of one reseller's test purchases. */
const MAX_PER_DAY = 2_000;
const MAX_PENDING = 500;
const MAX_REJECTED_REFS = 100;

export interface NewTestPurchase {
  request: PurchaseRequest;
  /** In E.164. */
  phone: string;
  offer: PlanOffer;
  outcome: TestOutcome;
}

/** Places a test purchase and takes its price from the test balance, in one statement.
 * @returns false when there is one with this ref; @throws insufficient_funds, too_many_waiting, rate_limited
 */
export async function placeTestPurchase(ctx: Ctx, purchase: NewTestPurchase): Promise<boolean> {
  const { id } = requireBuyer(ctx);
  await ctx.db.execute(
    sql`insert into test_wallets (reseller_id) values (${id}) on conflict (reseller_id) do nothing`,
  );
  try {
    if (await insertTestPurchase(ctx, purchase)) return true;
  } catch (error) {
    if (getViolatedConstraint(error) === "test_purchases_ref") return false;
    throw error;
  }
  const rejection = await explainTestRejection(ctx, purchase);
  if (rejection) throw rejection;
  return false;
}

async function insertTestPurchase(
  ctx: Ctx,
  { request: { ref }, phone, offer: { plan, price }, outcome }: NewTestPurchase,
): Promise<boolean> {
  const { id } = requireBuyer(ctx);
  const { state, ending, afterS } = outcome;
  const ident = `${TEST_IDENT_PREFIX}${randomBytes(6).toString("hex").toUpperCase()}`;
  // A purchase that fails at once is refunded at once.
  const charged = state === "failed" ? 0n : price;
  const rows = await ctx.db.execute(sql`
    with paid as (
      update test_wallets
      set
        balance = balance - ${charged}, placed_on = current_date,
        placed = case when placed_on = current_date then placed + 1 else 1 end
      where reseller_id = ${id} and balance >= ${price}
        and (placed_on is distinct from current_date or placed < ${MAX_PER_DAY})
        and (
          select count(*) from test_purchases where reseller_id = ${id} and ${isTestPurchasePending}
        ) < ${MAX_PENDING}
        and not exists (select from test_purchases where reseller_id = ${id} and ref = ${ref})
      returning balance + ${charged} as before
    )
    insert into test_purchases (
      ident, reseller_id, ref, plan_id, network_id, network_name, type_name, size, volume, validity, phone,
      price, wallet_before, wallet_after, state, ending, ends_at
    )
    select
      ${ident}, ${id}, ${ref}, ${plan.id}, ${plan.networkId}, ${plan.networkName},
      ${plan.name ?? plan.typeName}, ${plan.size}, ${plan.volume}, ${plan.validity}, ${phone},
      ${price}, before, before - ${price}, ${state}, ${ending},
      now() + make_interval(secs => ${afterS}::int)
    from paid
    returning id`);
  return rows.length === 1;
}

/** Returns the reason why nothing was placed; undefined when a purchase with this ref came first. */
async function explainTestRejection(
  { db, ...ctx }: Ctx,
  { request: { ref }, offer: { price } }: NewTestPurchase,
): Promise<PortalError | undefined> {
  const { id } = requireBuyer({ ...ctx, db });
  const [facts] = await readRows(
    db,
    z.object({ exists: z.boolean(), today: int, pending: int, missing: minor }),
  )`
    select
      exists (select from test_purchases where reseller_id = ${id} and ref = ${ref}) as exists,
      case when placed_on = current_date then placed else 0 end as today,
      ${price} - balance as missing,
      (
        select count(*)::int from test_purchases where reseller_id = ${id} and ${isTestPurchasePending}
      ) as pending
    from test_wallets
    where reseller_id = ${id}`;
  if (!facts || facts.exists) return undefined;
  const { today, pending, missing } = facts;
  if (today >= MAX_PER_DAY) {
    const message = `You made ${MAX_PER_DAY} test purchases today, which is the maximum. Nothing was bought. Continue tomorrow.`;
    return new PortalError("rate_limited", message, { facts: { retryAfter: 3_600 } });
  }
  if (pending >= MAX_PENDING)
    return createPurchaseRejection("too_many_waiting", { waiting: pending, retryAfter: 60 });
  if (missing > 0n) return createPurchaseRejection("insufficient_funds", { missing });
  const message = "The test balance changed during the purchase. Nothing was charged. Try again.";
  return new PortalError("unavailable", message, { facts: { retryAfter: 1 } });
}

/** Rejects a purchase, or accepts it when its ref was rejected once before. @throws the rejection */
export async function rejectTestPurchase(
  ctx: Ctx,
  ref: string,
  { once, create }: TestRejection,
): Promise<void> {
  if (!once) throw create();
  const { id } = requireBuyer(ctx);
  const recorded = await ctx.db.execute(sql`
    insert into test_wallets as w (reseller_id, rejected_refs)
    values (${id}, array[${ref}::text])
    on conflict (reseller_id) do update
    set rejected_refs = (w.rejected_refs || ${ref}::text)[
      greatest(1, cardinality(w.rejected_refs) + 2 - ${MAX_REJECTED_REFS}):]
    where not ${ref}::text = any(w.rejected_refs)
    returning reseller_id`);
  if (recorded.length > 0) throw create();
}
