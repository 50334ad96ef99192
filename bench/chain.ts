import { parseArgs } from "node:util";
import { WORLDS, type World } from "../lib/reconcile/testing/history.ts";
import { type Score, tryHistories } from "../lib/reconcile/testing/try-histories.ts";
import { runDay } from "./support/day.ts";

const WORDS: Record<World, string> = {
  alone: "nobody else moves the balance",
  twins: "nobody else; many of the same cost",
  "top-ups": "top-ups, recorded within ten minutes",
  forgotten: "top-ups, recorded much later",
  others: "others spend, sums of their own",
  "same-prices": "others buy the very same plans",
};

/** What the chain promises; in the others it stands on what an operator does. */
const PROMISED: readonly World[] = ["alone", "twins", "top-ups", "others"];
/** Where each doubtful purchase has a cost of its own, only sums that fit in two ways may stay open. */
const DECIDES: readonly World[] = ["alone", "top-ups"];

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
      worlds: { type: "string", default: WORLDS.join() },
    },
  });
  const first = Number(values.seed);
  const asked = values.worlds.split(",");
  console.log(row("histories", "unconfirmed", "decided", "share", "wrong", "ms each", "world"));
  let broken = 0;
  for (const world of WORLDS.filter((name) => asked.includes(name))) {
    const started = performance.now();
    const score = tryHistories(world, seeds(first, Number(values.histories)));
    console.log(line(world, score, performance.now() - started));
    if (PROMISED.includes(world) && score.wrong > 0) broken += 1;
    if (DECIDES.includes(world) && Object.keys(score.left).some((why) => why !== "ambiguous")) broken += 1;
  }
  return (await runDay()) === 0 && broken === 0 ? 0 : 1;
}

function* seeds(first: number, count: number) {
  for (let seed = first; seed < first + count; seed++) yield seed;
}

function line(world: World, score: Score, ms: number): string {
  const { histories, unconfirmed, decided, wrong, left } = score;
  const share = `${((100 * decided) / unconfirmed).toFixed(2)} %`;
  const why = Object.entries(left).map(([reason, count]) => `${reason} ${count}`);
  const words = [
    WORDS[world],
    why.length > 0 ? `(left: ${why.join(", ")})` : "",
    wrong ? `wrong: seeds ${score.seeds.slice(0, 5)}` : "",
  ];
  const cells = [histories, unconfirmed, decided, share, wrong, (ms / histories).toFixed(1)];
  return row(...cells.map(String), words.filter(Boolean).join(" "));
}

function row(...cells: string[]): string {
  return cells.map((cell, index) => (index === cells.length - 1 ? `  ${cell}` : cell.padStart(12))).join("");
}
