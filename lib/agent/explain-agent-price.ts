import { sql } from "drizzle-orm";
import { z } from "zod";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanLabel } from "#lib/catalogue/plan-label";
import { getLevelQuote, getQuote, type NotSoldReason } from "#lib/catalogue/price/price";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { LEVEL_LABELS } from "#lib/core/level-labels";
import type { Minor } from "#lib/core/money/money";
import {
  getHighestAgentPrice,
  PRICE_TERMS_COLUMNS,
  selectAgentTerms,
} from "#lib/core/price-list/agent-terms";
import type { AgentTerms } from "#lib/core/price-list/price-terms";
import {
  findSellingPriceRule,
  getSellingPrice,
  type PricedPlan,
  type SellingPriceRule,
} from "#lib/core/price-list/selling-price";
import { readRows } from "#lib/core/read-rows";

export const ExplainAgentPriceInput = z.object({ resellerId: Id, planId: Id });
export type ExplainAgentPriceInput = z.input<typeof ExplainAgentPriceInput>;

/** The way to an agent's price of a plan, in minor units. */
export interface AgentPriceExplanation {
  plan: string;
  /** Null where the reseller isn't an agent now, or the parent's price doesn't count. */
  parent: string | null;
  /** Each amount follows from the one before; null where it is unknown. */
  lines: { label: string; amount: Minor | null }[];
  /** The sum that placing charges. */
  price: Minor | null;
  /** The part that is the parent's. */
  commission: Minor;
  /** The reason for which it isn't sold; null when it is. */
  reason: NotSoldReason | null;
}

/** Explains what a reseller pays for a plan, line by line. Admins only. @throws not_found */
export async function explainAgentPrice(
  ctx: Ctx,
  input: ExplainAgentPriceInput,
): Promise<AgentPriceExplanation> {
  requireAdmin(ctx);
  const { resellerId, planId } = ExplainAgentPriceInput.parse(input);
  const Row = z.object({ parent: z.string().nullable(), ...PRICE_TERMS_COLUMNS });
  const [catalogue, [buyer]] = await Promise.all([
    getCatalogue(ctx),
    readRows(ctx.db, Row)`
      select r.level, ${selectAgentTerms(sql`r`)} as agent, parent.name as parent
      from resellers r
      left join accounts parent on parent.id = r.parent_id
      where r.id = ${resellerId}`,
  ]);
  const plan = catalogue.plans.get(planId);
  if (!buyer) throw notFoundError("reseller");
  if (!plan) throw notFoundError("plan");
  const agent = buyer.agent ?? undefined;
  const level = agent?.level ?? buyer.level;
  const { price: own } = getLevelQuote(plan, level);
  const quote = getQuote(plan, { level: buyer.level, agent });
  const source = agent ? "the parent’s level" : "the own level";
  return {
    plan: formatPlanLabel(plan),
    parent: agent ? buyer.parent : null,
    lines: [
      { label: "Cost", amount: plan.cost },
      { label: `Price of ${source}, ${LEVEL_LABELS[level]}`, amount: own },
      ...(agent && own !== null ? listAdded({ ...plan, price: own }, agent) : []),
    ],
    ...quote,
  };
}

function listAdded(plan: PricedPlan, { policy, most }: AgentTerms): AgentPriceExplanation["lines"] {
  const rule = findSellingPriceRule(plan, policy.rules);
  const listed = getSellingPrice(plan, policy);
  const unrounded = getSellingPrice(plan, { ...policy, rounding: 1n });
  const highest = getHighestAgentPrice(plan.price, most);
  return [
    { label: rule ? `With the parent’s ${nameRule(rule)}` : "The parent adds nothing", amount: unrounded },
    ...(listed === unrounded ? [] : [{ label: "Rounded up by the parent’s rounding", amount: listed }]),
    ...(listed > highest ? [{ label: "Lowered to the operator’s highest margin", amount: highest }] : []),
    ...(listed < plan.price ? [{ label: "Raised to the parent’s own price", amount: plan.price }] : []),
  ];
}

function nameRule({ kind, planId, typeName, networkId }: SellingPriceRule): string {
  if (kind === "fixed") return "price of this plan";
  const name = kind === "flat" ? "amount" : "percentage";
  if (planId !== null) return `${name} for this plan`;
  if (typeName !== null) return `${name} for ${networkId === null ? "this type" : "this network and type"}`;
  return networkId === null ? `${name} for all plans` : `${name} for this network`;
}
