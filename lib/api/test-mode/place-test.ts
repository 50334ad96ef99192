import { randomBytes } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { testPurchases } from "#db/schema/test-purchase";
import { findPlan, type PlanView } from "#lib/catalogue/plan-view";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import type { Order } from "../book.ts";
import { TEXTS } from "../texts.ts";
import { testOutcome } from "./outcomes.ts";
import { TEST_MONEY } from "./test-money.ts";

/**
 * Writes a test purchase whose outcome its number chose. Two at once with one ref meet at the constraint.
 * @returns whether it is new; @throws PortalError with the keys and words of a real refusal.
 */
export async function placeTest(ctx: Ctx, order: Order, phone: string): Promise<boolean> {
  const { id } = requireBuyer(ctx);
  const plan = await planFor(ctx, order);
  const { refusal, ending, afterS } = testOutcome(phone);
  if (refusal) throw refusal();
  const written = await ctx.db
    .insert(testPurchases)
    .values({
      ident: `DTTEST${randomBytes(6).toString("hex").toUpperCase()}`,
      resellerId: id,
      ref: order.ref,
      planId: plan.id,
      networkId: plan.networkId,
      networkName: plan.networkName,
      typeName: plan.typeName,
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

async function planFor(ctx: Ctx, { planId, networkId }: Order): Promise<PlanView> {
  const plan = await findPlan(ctx, planId, requireBuyer(ctx).level).catch((cause: unknown) => {
    if (!(cause instanceof PortalError)) throw cause;
    throw new PortalError("invalid", TEXTS.invalid, { fields: { plan: [TEXTS.planInvalid] }, cause });
  });
  if (plan.networkId === networkId) return plan;
  throw new PortalError("invalid", TEXTS.invalid, { fields: { network: [TEXTS.networkOther] } });
}

const inSeconds = (seconds: number): SQL => sql`now() + make_interval(secs => ${seconds})`;
