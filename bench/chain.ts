import { parseArgs } from "node:util";
import { type HistoryScore, playHistories } from "#lib/reconcile/testing/play-histories";
import { SCENARIOS, type Scenario } from "#lib/reconcile/testing/simulate-history";
import { runDay } from "./support/run-day.ts";

const WORLD_LABELS: Record<Scenario, string> = {
  alone: "nobody else moves the balance",
  twins: "nobody else; many of the same cost",
  "top-ups": "top-ups, recorded within ten minutes",
  forgotten: "top-ups, recorded much later",
  others: "others spend, sums of their own",
  "same-prices": "others buy the very same plans",
};

/** The chain is always right here; in the others it depends on the operator. */
const GUARANTEED_WORLDS: readonly Scenario[] = ["alone", "twins", "top-ups", "others"];
/** Where each doubtful purchase has a cost of its own, only sums that fit in two ways may stay open. */
const DECISIVE_WORLDS: readonly Scenario[] = ["alone", "top-ups"];

/**
 * `npm run bench -- chain [--histories N] [--seed S] [--worlds alone,top-ups]`: how often the balance chain is right in
 * short histories, most of which give each doubtful purchase a cost of its own; then what it costs and decides in a
 * day of ordinary prices. Returns 1 when it was wrong where it promises never to be, left open what only one
 * explanation fits, or took longer than promised.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      histories: { type: "string", default: "2000" },
      seed: { type: "string", default: "1" },
      worlds: { type: "string", default: SCENARIOS.join() },
    },
  });
  const first = Number(values.seed);
  const worlds = values.worlds.split(",");
  console.log(formatRow("histories", "unconfirmed", "decided", "share", "wrong", "ms each", "world"));
  let broken = 0;
  for (const world of SCENARIOS.filter((name) => worlds.includes(name))) {
    const started = performance.now();
    const score = playHistories(world, generateSeeds(first, Number(values.histories)));
    console.log(formatScore(world, score, performance.now() - started));
    if (GUARANTEED_WORLDS.includes(world) && score.wrong > 0) broken += 1;
    if (DECISIVE_WORLDS.includes(world) && Object.keys(score.left).some((reason) => reason !== "ambiguous"))
      broken += 1;
  }
  return (await runDay()) === 0 && broken === 0 ? 0 : 1;
}

function* generateSeeds(first: number, count: number) {
  for (let seed = first; seed < first + count; seed++) yield seed;
}

function formatScore(world: Scenario, score: HistoryScore, ms: number): string {
  const { histories, unconfirmed, decided, wrong, left } = score;
  const share = `${((100 * decided) / unconfirmed).toFixed(2)} %`;
  const reasons = Object.entries(left).map(([reason, count]) => `${reason} ${count}`);
  const labels = [
    WORLD_LABELS[world],
    reasons.length > 0 ? `(left: ${reasons.join(", ")})` : "",
    wrong ? `wrong: seeds ${score.seeds.slice(0, 5)}` : "",
  ];
  const cells = [histories, unconfirmed, decided, share, wrong, (ms / histories).toFixed(1)];
  return formatRow(...cells.map(String), labels.filter(Boolean).join(" "));
}

function formatRow(...cells: string[]): string {
  return cells.map((cell, index) => (index === cells.length - 1 ? `  ${cell}` : cell.padStart(12))).join("");
}
