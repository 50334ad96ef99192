import type { PlanView } from "./plan-view.ts";

type Named = Pick<
  PlanView,
  "networkName" | "typeName" | "name" | "size" | "volume" | "validity" | "validityNormalized"
>;

/** Whether every word begins some word of the plan: "1gb mtn sme" or "1 gb weekly". */
export function matchesWords(plan: Named, words: string): boolean {
  const asked = wordsOf(words);
  if (asked.length === 0) return true;
  const told = toldBy(plan);
  return asked.every((word) => told.some((one) => one.startsWith(word)));
}

/** Which of many plans some words mean: those that have just these words, or those whose words begin so. */
export function planFinder<P extends Named>(plans: readonly P[]): (words: string) => P[] {
  const told = plans.map((plan) => ({ plan, words: toldBy(plan) }));
  return (words) => {
    const asked = wordsOf(words);
    if (asked.length === 0) return [];
    const fits = told.filter((one) => asked.every((word) => one.words.some((own) => own.startsWith(word))));
    const exact = fits.filter((one) => asked.every((word) => one.words.includes(word)));
    return (exact.length > 0 ? exact : fits).map(({ plan }) => plan);
  };
}

function toldBy({
  networkName,
  typeName,
  name,
  size,
  volume,
  validity,
  validityNormalized,
}: Named): string[] {
  return wordsOf(
    `${size}${volume} ${size} ${volume} ${networkName} ${typeName} ${name ?? ""} ${validity} ${validityNormalized}`,
  );
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}.]+/u)
    .filter(Boolean);
}
