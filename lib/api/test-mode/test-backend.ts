import { randomBytes } from "node:crypto";
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { testPurchases } from "#db/schema/test-purchase";
import type { PurchaseBackend, PurchaseRequest } from "#lib/api/purchase-backend";
import { API_TEXTS } from "#lib/api/texts";
import { findPlan, type PlanView } from "#lib/catalogue/plan-view";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { invalidError, notFoundError, PortalError } from "#lib/core/error";
import type { Minor } from "#lib/core/money/money";
import { parseRecipient } from "#lib/purchase/place/offer";
import { listApiPurchases } from "#lib/purchase/read/list-api-purchases";
import { purchaseColumns, toPurchaseView } from "#lib/purchase/read/purchase-columns";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";
import { getTestOutcome } from "./test-outcomes.ts";

/** The constant balance of a test token, in minor units. */
const TEST_BALANCE: Minor = 10_000_000n;

/** Purchases of test tokens: stored separately, never charged, never sent. */
export const testBackend: PurchaseBackend = {
  buy: async (ctx, request) => {
    const phone = parseRecipient(request.phone);
    const existing = await findTestPurchaseByRef(ctx, request.ref);
    const isNew = !existing && (await insertTestPurchase(ctx, request, phone));
    const purchase = existing ?? (await findTestPurchaseByRef(ctx, request.ref));
    if (!purchase) throw new Error("A test purchase was not written.");
    if (!isNew) checkSameRequest(purchase, request, phone);
    return { purchase, replayed: !isNew, otherPrice: false };
  },
  find: async (ctx, ref) => {
    const purchase =
      (await findTestPurchaseByRef(ctx, ref)) ?? (await findTestPurchase(ctx, sql`p.ident = ${ref}`));
    if (!purchase) throw notFoundError("purchase");
    return purchase;
  },
  list: (ctx, query) => listApiPurchases(ctx, query, selectTestPurchases()),
  balance: async () => ({ wallet: TEST_BALANCE, held: 0n }),
};

/** Inserts a test purchase with the outcome of its number. The constraint rejects a second one with the same ref.
 * @returns whether it is new; @throws PortalError with the keys and words of a live rejection.
 */
async function insertTestPurchase(ctx: Ctx, request: PurchaseRequest, phone: string): Promise<boolean> {
  const { id } = requireBuyer(ctx);
  const plan = await findTestPlan(ctx, request);
  const { refusal, ending, afterS } = getTestOutcome(phone);
  if (refusal) throw refusal();
  const rows = await ctx.db
    .insert(testPurchases)
    .values({
      ident: `DTTEST${randomBytes(6).toString("hex").toUpperCase()}`,
      resellerId: id,
      ref: request.ref,
      planId: plan.id,
      networkId: plan.networkId,
      networkName: plan.networkName,
      typeName: plan.name ?? plan.typeName,
      size: plan.size,
      volume: plan.volume,
      validity: plan.validity,
      phone,
      price: plan.price,
      walletBefore: TEST_BALANCE,
      walletAfter: TEST_BALANCE - plan.price,
      ending,
      endsAt: afterS === null ? null : afterSeconds(afterS),
    })
    .onConflictDoNothing({ target: [testPurchases.resellerId, testPurchases.ref] })
    .returning({ id: testPurchases.id });
  return rows.length === 1;
}

async function findTestPlan(ctx: Ctx, { planId, networkId }: PurchaseRequest): Promise<PlanView> {
  const plan = await findPlan(ctx, planId, requireBuyer(ctx).level).catch((cause: unknown) => {
    if (!(cause instanceof PortalError)) throw cause;
    throw invalidError("plan", API_TEXTS.planInvalid, { cause });
  });
  if (plan.networkId === networkId) return plan;
  throw invalidError("network", API_TEXTS.networkOther);
}

const afterSeconds = (seconds: number): SQL => sql`now() + make_interval(secs => ${seconds})`;

const findTestPurchaseByRef = (ctx: Ctx, ref: string) => findTestPurchase(ctx, sql`p.ref = ${ref}`);

async function findTestPurchase(ctx: Ctx, condition: SQL): Promise<PurchaseView | undefined> {
  const [row] = await ctx.db
    .select(purchaseColumns)
    .from(selectTestPurchases())
    .where(sql`p.reseller_id = ${requireBuyer(ctx).id} and ${condition}`);
  return row && toPurchaseView(row);
}

function checkSameRequest(purchase: PurchaseView, request: PurchaseRequest, phone: string): void {
  const { planId, networkId, phoneE164 } = purchase;
  if (planId === request.planId && networkId === request.networkId && phoneE164 === phone) return;
  throw new PortalError("ref_reused", API_TEXTS.invalid, { fields: { ref: [API_TEXTS.refReused] } });
}

/** Selects test purchases with the columns of live ones, as `p`, in their current state by the database's clock. */
function selectTestPurchases() {
  const { ending, endsAt, placedAt, ...same } = getTableColumns(testPurchases);
  const ended = sql`coalesce(${endsAt} <= now(), false)`;
  return new QueryBuilder()
    .select({
      ...same,
      placedAt,
      channel: sql`'api'`.as("channel"),
      namespace: sql`'buyer'`.as("namespace"),
      deadlineAt: sql`${placedAt} + interval '15 minutes'`.as("deadline_at"),
      state: sql`case when ${ended} then ${ending} else 'sending' end`.as("state"),
      ending:
        sql`case when ${ended} then case ${ending} when 'failed' then 'failed' else 'delivered' end end`.as(
          "ending",
        ),
      settledAt: sql`case when ${ended} then ${endsAt} end`.as("settled_at"),
      outcome:
        sql`case when ${ended} then case ${ending} when 'failed' then 'The provider declined it (test).'
        else 'Delivered (test).' end end`.as("outcome"),
    })
    .from(testPurchases)
    .as("p");
}
