import type { PlanView } from "./plan-view.ts";

type SearchablePlan = Pick<
  PlanView,
  "networkName" | "typeName" | "name" | "size" | "volume" | "validity" | "validityNormalized"
>;

/** Whether each word begins a word of the plan: "1gb mtn sme" or "1 gb weekly". */
export function matchesPlanSearch(plan: SearchablePlan, words: string): boolean {
  const query = splitTerms(words);
  if (query.length === 0) return true;
  const planTerms = splitPlanTerms(plan);
  return query.every((word) => planTerms.some((term) => term.startsWith(word)));
}

/**
 * Creates a search over many plans: it returns those with exactly these words,
 * else those whose words begin with them.
 */
export function createPlanFinder<P extends SearchablePlan>(plans: readonly P[]): (words: string) => P[] {
  const candidates = plans.map((plan) => ({ plan, terms: splitPlanTerms(plan) }));
  return (words) => {
    const query = splitTerms(words);
    if (query.length === 0) return [];
    const fits = candidates.filter(({ terms }) =>
      query.every((word) => terms.some((term) => term.startsWith(word))),
    );
    const exact = fits.filter(({ terms }) => query.every((word) => terms.includes(word)));
    return (exact.length > 0 ? exact : fits).map(({ plan }) => plan);
  };
}

function splitPlanTerms({
  networkName,
  typeName,
  name,
  size,
  volume,
  validity,
  validityNormalized,
}: SearchablePlan): string[] {
  return splitTerms(
    `${size}${volume} ${size} ${volume} ${networkName} ${typeName} ${name ?? ""} ${validity} ${validityNormalized}`,
  );
}

function splitTerms(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}.]+/u)
    .filter(Boolean);
}
