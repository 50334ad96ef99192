import type { Plan } from "#lib/catalogue/catalogue";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanLabel } from "#lib/catalogue/plan-label";
import { isSameText } from "#lib/catalogue/text-key";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";

export interface PlanSuggestion {
  planId: number;
  label: string;
  /** Its cost now, in minor units; null where that is unknown. */
  cost: Minor | null;
}

interface SupplierPlan {
  networkName: string;
  typeName: string;
  size: string;
  volume: string;
  validity: string;
  cost: Minor | null;
}

const MAX_SUGGESTIONS = 10;

/** Creates a function that suggests plans for a supplier's plan, the most similar first. Admins only. */
export async function createPlanSuggester(ctx: Ctx): Promise<(wanted: SupplierPlan) => PlanSuggestion[]> {
  requireAdmin(ctx);
  const { plans } = await getCatalogue(ctx);
  const listed = [...plans.values()].filter(({ delistedAt, delivered }) => delistedAt === null || delivered);
  return (wanted) =>
    listed
      .map((plan) => ({ plan, score: scoreSimilarity(plan, wanted) }))
      .filter(({ score }) => score >= MIN_SCORE)
      .toSorted((a, b) => b.score - a.score || a.plan.id - b.plan.id)
      .slice(0, MAX_SUGGESTIONS)
      .map(({ plan }) => ({ planId: plan.id, label: formatPlanLabel(plan), cost: plan.cost }));
}

const SAME_SIZE = 16;
const SAME_NETWORK = 8;
const SAME_VALIDITY = 4;
const MIN_SCORE = SAME_NETWORK + SAME_VALIDITY;

/** Size counts most, then the network, validity and type, then a cost that is about the same. */
function scoreSimilarity(plan: Plan, wanted: SupplierPlan): number {
  const { cost } = plan;
  const isClose =
    cost !== null && wanted.cost !== null && wanted.cost * 5n >= cost * 4n && wanted.cost * 5n <= cost * 6n;
  return (
    (isSameText(plan.size + plan.volume, wanted.size + wanted.volume) ? SAME_SIZE : 0) +
    (isSameText(plan.networkName, wanted.networkName) ? SAME_NETWORK : 0) +
    ([plan.validity, plan.validityNormalized].some((text) => isSameText(text, wanted.validity))
      ? SAME_VALIDITY
      : 0) +
    (isSameText(plan.typeName, wanted.typeName) ? 2 : 0) +
    (isClose ? 1 : 0)
  );
}
