import { randomBytes } from "node:crypto";
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { testPurchases } from "#db/schema/test-purchase";
import { findPlan, type PlanView } from "#lib/catalogue/plan-view";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { invalid, notFound, PortalError } from "#lib/core/error";
import type { Minor } from "#lib/core/money";
import { recipient } from "#lib/purchase/place/recipient";
import { purchaseColumns, purchaseView } from "#lib/purchase/read/columns";
import { programList } from "#lib/purchase/read/program-list";
import type { PurchaseView } from "#lib/purchase/read/view";
import type { PurchaseBackend, PurchaseRequest } from "../purchase-backend.ts";
import { TEXTS } from "../texts.ts";
import { testOutcome } from "./outcomes.ts";

/** What a test token seems to have, in minor units; nothing ever changes it. */
const TEST_MONEY: Minor = 10_000_000n;

/** Purchases of test tokens: kept apart, never charged, never sent. */
export const testBackend: PurchaseBackend = {
  buy: async (ctx, request) => {
    const phone = recipient(request.phone);
    const known = await byRef(ctx, request.ref);
    const isNew = !known && (await insert(ctx, request, phone));
    const purchase = known ?? (await byRef(ctx, request.ref));
    if (!purchase) throw new Error("A test purchase was not written.");
    if (!isNew) checkSame(purchase, request, phone);
    return { purchase, replayed: !isNew, otherPrice: false };
  },
  find: async (ctx, ref) => {
    const purchase = (await byRef(ctx, ref)) ?? (await one(ctx, sql`p.ident = ${ref}`));
    if (!purchase) throw notFound("purchase");
    return purchase;
  },
  list: (ctx, query) => programList(ctx, query, asPurchases()),
  balance: async () => ({ wallet: TEST_MONEY, held: 0n }),
};

/**
 * Writes a test purchase whose outcome its number chose. Two at once with one ref meet at the constraint.
 * @returns whether it is new; @throws PortalError with the keys and words of a real refusal.
 */
async function insert(ctx: Ctx, request: PurchaseRequest, phone: string): Promise<boolean> {
  const { id } = requireBuyer(ctx);
  const plan = await planFor(ctx, request);
  const { refusal, ending, afterS } = testOutcome(phone);
  if (refusal) throw refusal();
  const written = await ctx.db
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
      walletBefore: TEST_MONEY,
      walletAfter: TEST_MONEY - plan.price,
      ending,
      endsAt: afterS === null ? null : inSeconds(afterS),
    })
    .onConflictDoNothing({ target: [testPurchases.resellerId, testPurchases.ref] })
    .returning({ id: testPurchases.id });
  return written.length === 1;
}

async function planFor(ctx: Ctx, { planId, networkId }: PurchaseRequest): Promise<PlanView> {
  const plan = await findPlan(ctx, planId, requireBuyer(ctx).level).catch((cause: unknown) => {
    if (!(cause instanceof PortalError)) throw cause;
    throw invalid("plan", TEXTS.planInvalid, { cause });
  });
  if (plan.networkId === networkId) return plan;
  throw invalid("network", TEXTS.networkOther);
}

const inSeconds = (seconds: number): SQL => sql`now() + make_interval(secs => ${seconds})`;

const byRef = (ctx: Ctx, ref: string) => one(ctx, sql`p.ref = ${ref}`);

async function one(ctx: Ctx, condition: SQL): Promise<PurchaseView | undefined> {
  const [row] = await ctx.db
    .select(purchaseColumns)
    .from(asPurchases())
    .where(sql`p.reseller_id = ${requireBuyer(ctx).id} and ${condition}`);
  return row && purchaseView(row);
}

function checkSame(purchase: PurchaseView, request: PurchaseRequest, phone: string): void {
  const { planId, networkId, phoneE164 } = purchase;
  if (planId === request.planId && networkId === request.networkId && phoneE164 === phone) return;
  throw new PortalError("ref_reused", TEXTS.invalid, { fields: { ref: [TEXTS.refReused] } });
}

/** Test purchases with the columns of real ones, as `p`, each in the state that it has now by the database's clock. */
function asPurchases() {
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
