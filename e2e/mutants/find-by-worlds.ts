import { rmSync } from "node:fs";
import type { Tally } from "#bin/check/tally";
import { runWorlds } from "#e2e/worlds/prove-worlds";
import { copyCheckout, judgeMutant } from "./copy-checkout.ts";
import { selectMutants } from "./mutants.ts";

/** The days of each world, and the minutes after which no further one begins. */
export interface WorldBudget {
  days: number;
  minutes: number;
  /** The last of the first seeds that are known to be green while nothing is broken. */
  green: number;
  /** See `run.ts` of the worlds. */
  focus: string;
}

/** The verdicts of a world that are red on the broken copy and green on the healthy one. */
interface Finding {
  seed: number;
  verdicts: string[];
}

/** How long a world may take that has begun before the minutes were over. */
const GRACE_MS = 240_000;

/** Lives worlds of each mutant, or of those whose list, file or name contains `only`, and shows which are red. */
export async function findByWorlds(only: string, budget: WorldBudget): Promise<Tally> {
  const copy = copyCheckout();
  const healthy = new Map<number, string[]>(Array.from({ length: budget.green }, (_, n) => [n + 1, []]));
  const tally = { passed: 0, failed: 0 };
  try {
    for (const mutant of selectMutants(only)) {
      const began = performance.now();
      const { finding, worlds } = await findMutant();
      const minutes = ((performance.now() - began) / 60_000).toFixed(1);
      tally[finding ? "passed" : "failed"] += 1;
      const result = finding
        ? `FOUND seed ${finding.seed}, ${minutes} min: ${finding.verdicts.join("; ")}`
        : `NOT FOUND in ${worlds * budget.days} days, ${minutes} min`;
      console.log(`${mutant.name}\n          ${result}`);

      async function findMutant(): Promise<{ finding?: Finding; worlds: number }> {
        const end = began + budget.minutes * 60_000;
        for (let first = 1; ; ) {
          const minutesLeft = (end - performance.now()) / 60_000;
          if (minutesLeft <= 0) return { worlds: first - 1 };
          const red = await judgeMutant(copy, mutant, () => liveUntilRed(copy, first, budget, minutesLeft));
          if (red.verdicts.length === 0) return { worlds: red.seed };
          const before = healthy.get(red.seed) ?? (await liveUntilRed(copy, red.seed, budget, 0)).verdicts;
          healthy.set(red.seed, before);
          const verdicts = red.verdicts.filter((name) => !before.includes(name));
          if (verdicts.length > 0) return { finding: { seed: red.seed, verdicts }, worlds: red.seed };
          first = red.seed + 1;
        }
      }
    }
    return tally;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** @returns the last seed, with the verdicts that are red. A world that can't continue is red too, a slow one isn't. */
async function liveUntilRed(
  checkout: string,
  first: number,
  { days, focus }: WorldBudget,
  minutes: number,
): Promise<Finding> {
  const options = [
    "--seed",
    String(first),
    "--worlds",
    minutes > 0 ? "1000" : "1",
    "--days",
    String(days),
    "--focus",
    focus,
  ];
  if (minutes > 0) options.push("--minutes", String(minutes), "--until-red");
  const { code, output } = await runWorlds(options, {
    checkout,
    limitMs: Math.ceil(minutes * 60_000) + GRACE_MS,
  });
  const last = Number([...output.matchAll(/^seed (\d+):/gm)].at(-1)?.[1] ?? first - 1);
  const verdicts = [...output.matchAll(/^ {2}✗ (.+): \d+ of \d+$/gm)].map(([, name]) => name as string);
  if (code !== 1 || verdicts.length > 0) return { seed: last, verdicts };
  const [error] = /^.*(?:Error|CallFailed): .*$/m.exec(output) ?? [];
  return { seed: last + 1, verdicts: [`it continues: ${error}`] };
}
