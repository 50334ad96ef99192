import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { buying } from "./buy.ts";
import { against, figure, interleave, type Row, report } from "./support/compare.ts";
import { bytesOf } from "./support/line.ts";
import { loadAll } from "./support/load.ts";
import { openPrograms } from "./support/programs.ts";

const CALLERS = 32;
const PORTALS = 3;
/** One more portal that brings less than this is not worth its memory. */
const WORTH = 1.1;

/**
 * `npm run bench -- instances [--rounds N] [--ms N]`: purchases and pages a second of one, two and three portals on one
 * database, with the same callers shared out among them. Nothing is asked; it says where more portals bring no more.
 */
export async function run(args: string[]): Promise<number> {
  const options = {
    rounds: { type: "string", default: "5" },
    ms: { type: "string", default: "1500" },
  } as const;
  const { values } = parseArgs({ args, options });
  const ms = Number(values.ms);
  const programs = await openPrograms("web", {}, PORTALS);
  const buy = buying(programs, ms);
  const page = bytesOf(programs.url, { path: "/sign-in" });
  const kinds = {
    "purchases by programs": buy,
    "a page": (urls: readonly string[]) => loadAll(urls, { callers: CALLERS, ms, request: () => page }),
  };
  try {
    const rows: Row[] = [];
    for (const [what, work] of Object.entries(kinds)) {
      const first = (n: number) => programs.urls.slice(0, n);
      const sides = { one: () => work(first(1)), two: () => work(first(2)), three: () => work(first(3)) };
      const { one, two, three } = await interleave(sides, { rounds: Number(values.rounds) });
      rows.push(
        { what: `${what}, one portal`, unit: "a second", measured: figure(one) },
        against({ what: `${what}, two`, unit: "a second" }, two, one),
        against({ what: `${what}, three`, unit: "a second" }, three, one),
      );
      console.log(`${what}: ${stopsAt([one, two, three].map((samples) => figure(samples).median))}`);
    }
    console.log(`All of it, the callers too, had ${availableParallelism()} cores.`);
    return report("instances", rows);
  } finally {
    await programs.close();
  }
}

/** @param paces of one portal, two and so on */
function stopsAt(paces: number[]): string {
  const last = paces.findIndex((pace, at) => (paces[at + 1] ?? 0) < WORTH * pace) + 1;
  return last === paces.length
    ? `still grows with ${last} portals`
    : `stops growing at ${last} of ${paces.length}`;
}
