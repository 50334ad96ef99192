import { parseSizeMb } from "./natural-order.ts";
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
    const query = splitTerms(writeSizes(words));
    if (query.length === 0) return [];
    const fits = candidates.filter(({ terms }) =>
      query.every((word) => terms.some((term) => term.startsWith(word))),
    );
    const exact = fits.filter(({ terms }) => query.every((word) => terms.includes(word)));
    return (exact.length > 0 ? exact : fits).map(({ plan }) => plan);
  };
}

/** Whether words name a plan's network: "2gb mtn" or "glo 1.5gb". */
export const namesNetwork = ({ networkName }: SearchablePlan, words: string): boolean => {
  const [network = ""] = splitTerms(networkName);
  return splitTerms(words).some((word) => word.length > 1 && network.startsWith(word));
};

/** Reads the size that words name, in MB; undefined where they name none. */
export function readSizeMb(words: string): number | undefined {
  const [, size = "", unit = ""] =
    /(?<![\d.])(\d+(?:\.\d+)?)\s*([mgt]b)(?![\p{L}\d])/iu.exec(writeSizes(words)) ?? [];
  return parseSizeMb(size, unit);
}

/** Writes sizes as the catalogue does: "1.5 gig" is "1.5gb", "1000mb" and "1024 MB" are "1gb". */
function writeSizes(words: string): string {
  return words
    .replaceAll(/(\d)\s*(?:g|go|gi?gs?|gbs|gigabytes?)(?![\p{L}\d])/giu, "$1gb")
    .replaceAll(/(\d)\s*(?:m|mo|megs?|mbs|megabytes?)(?![\p{L}\d])/giu, "$1mb")
    .replaceAll(/(?<![\d.])(\d+)\s*mb(?![\p{L}\d])/giu, (size, text: string) => {
      const thousand = [1000, 1024].find((unit) => Number(text) >= unit && Number(text) % unit === 0);
      return thousand === undefined ? size : `${Number(text) / thousand}gb`;
    });
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
