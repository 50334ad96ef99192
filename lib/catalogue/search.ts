import type { PlanView } from "./plan-view.ts";

type Named = Pick<
  PlanView,
  "networkName" | "typeName" | "name" | "size" | "volume" | "validity" | "validityNormalized"
>;

/** Whether every word begins some word of the plan: "1gb mtn sme" or "1 gb weekly". */
export function matchesWords(plan: Named, words: string): boolean {
  const asked = wordsOf(words);
  if (asked.length === 0) return true;
  const { networkName, typeName, name, size, volume, validity, validityNormalized } = plan;
  const told = wordsOf(
    `${size}${volume} ${size} ${volume} ${networkName} ${typeName} ${name ?? ""} ${validity} ${validityNormalized}`,
  );
  return asked.every((word) => told.some((one) => one.startsWith(word)));
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}.]+/u)
    .filter(Boolean);
}
