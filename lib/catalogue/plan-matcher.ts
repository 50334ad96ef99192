import { type Ctx, requireReseller } from "#lib/core/context";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import type { Plan } from "./catalogue.ts";
import { getCatalogue } from "./get-catalogue.ts";
import { parseSizeMb, sortPlansNaturally } from "./natural-order.ts";
import { createPlanFinder, matchesPlanSearch, namesNetwork, readSizeMb } from "./plan-search.ts";
import { type PlanView, toPlanView } from "./plan-view.ts";
import { getOfferedPrice, getQuote } from "./price/price.ts";

type PlanProblem = "plan" | "which" | "off" | "network";

/** The reasons why a text names no plan, as a reseller reads them. */
export const PLAN_PROBLEM_LABELS: Record<PlanProblem, string> = {
  plan: "No plan found. Choose one.",
  which: "More than one plan has this name. Choose one.",
  off: "This plan isn’t available.",
  network: "This plan belongs to another network.",
};

/** The plan that a text names, or the problem and the plans it may mean. */
export type PlanMatch = { plan: PlanView } | { problem: PlanProblem; candidates: PlanView[] };

/**
 * Creates a function that finds the plan named by a text such as "1GB MTN monthly", "12" or "MTN #12". For a number's
 * network, a text without a network names only that network's plans: if it has none, the candidates are those of the
 * nearest sizes.
 */
export async function createPlanMatcher(ctx: Ctx): Promise<(words: string, networkId?: number) => PlanMatch> {
  const terms = getPriceTerms(requireReseller(ctx, "batches"));
  const { plans } = await getCatalogue(ctx);
  // A paused plan is found as well: its purchases wait.
  const sold = sortPlansNaturally(
    [...plans.values()].flatMap((plan) => toPlanView(plan, terms, getOfferedPrice) ?? []),
  );
  const find = createPlanFinder(sold);
  const matches = new Map<string, PlanMatch>();
  return (words, networkId) => {
    const key = `${networkId ?? ""}:${words}`;
    const before = matches.get(key);
    if (before) return before;
    const [, named = "", id] = /^(.*?)\s*#?(\d+)$/.exec(words.trim()) ?? [];
    const listed =
      id !== undefined && (named === "" || words.includes("#")) ? plans.get(Number(id)) : undefined;
    const match = listed
      ? ofListed(listed, named)
      : toPlanMatch(findOfNetwork(words, networkId), () => findNearest(words, networkId));
    matches.set(key, match);
    return match;
  };

  function findOfNetwork(words: string, networkId: number | undefined): PlanView[] {
    const named = find(words);
    const ofNetwork = named.filter((plan) => plan.networkId === networkId);
    if (ofNetwork.length > 0) return ofNetwork;
    return networkId === undefined ? named : named.filter((plan) => namesNetwork(plan, words));
  }

  /** Finds the plans of a network with the sizes below and above the one that words name. */
  function findNearest(words: string, networkId: number | undefined): PlanView[] {
    const wanted = readSizeMb(words);
    if (networkId === undefined || wanted === undefined) return [];
    if (sold.some((plan) => plan.networkId !== networkId && namesNetwork(plan, words))) return [];
    const sized = sold
      .filter((plan) => plan.networkId === networkId)
      .map((plan) => ({ plan, mb: parseSizeMb(plan.size, plan.volume) ?? 0 }));
    const below = Math.max(...sized.flatMap(({ mb }) => (mb > 0 && mb < wanted ? [mb] : [])));
    const above = Math.min(...sized.flatMap(({ mb }) => (mb > wanted ? [mb] : [])));
    return sized.flatMap(({ plan, mb }) => (mb === below || mb === above ? [plan] : []));
  }

  function ofListed(listed: Plan, named: string): PlanMatch {
    const plan = toPlanView(listed, terms, getOfferedPrice);
    if (!matchesPlanSearch(listed, named)) return { problem: "network", candidates: plan ? [plan] : [] };
    return plan
      ? { plan }
      : { problem: getQuote(listed, terms).reason === "hidden" ? "plan" : "off", candidates: [] };
  }
}

const MAX_CANDIDATES = 12;

function toPlanMatch(matches: PlanView[], findNearest: () => PlanView[]): PlanMatch {
  const [plan, ...others] = matches;
  if (!plan) return { problem: "plan", candidates: findNearest().slice(0, MAX_CANDIDATES) };
  return others.length === 0 ? { plan } : { problem: "which", candidates: matches.slice(0, MAX_CANDIDATES) };
}
