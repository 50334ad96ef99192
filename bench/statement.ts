import { dayOf } from "#lib/core/time/time";
import { openBenchSystem } from "./support/bench-system.ts";
import { maxRow, printTable } from "./support/compare.ts";
import { measureMemory } from "./support/measure-memory.ts";
import { readNumbers } from "./support/read-numbers.ts";
import { seedHistory } from "./support/seed.ts";

/** In seconds, and in MB above what the portal takes when idle. */
const TARGETS = { page: 1, paper: 5, file: 5, grownMb: 100 };
const ROUND_COUNT = 3;

/**
 * `npm run bench -- statement [--purchases N]`: how long the list of statements, the papers of a month and of a year, and the
 * file of a month take for a reseller with 100,000 purchases in 90 days, and what the portal grows by meanwhile.
 */
export async function run(args: string[]): Promise<number> {
  const { purchases } = readNumbers(args, { purchases: 100_000 });
  await using system = await openBenchSystem();
  await seedHistory(system.database.url, { resellers: 1, purchases, ofFirst: 10 });
  const headers = { Cookie: await system.cookie(await system.firstReseller()) };
  const portal = await system.start({ roles: "web" });
  const grown: number[] = [];
  const seconds = async (path: string) => {
    const took: number[] = [];
    for (let round = 0; round < ROUND_COUNT; round++) {
      const from = performance.now();
      const { value: bytes, grownMb } = await measureMemory(portal.pid, () => get(portal.url + path));
      took.push((performance.now() - from) / 1000);
      grown.push(grownMb);
      if (round === 0) console.log(`     ${path}: ${Math.round(bytes / 1000)} kB`);
    }
    return took;
  };
  const get = async (address: string) => {
    const answer = await fetch(address, { headers });
    if (!answer.ok) throw new Error(`${address} was answered by ${answer.status}.`);
    return (await answer.arrayBuffer()).byteLength;
  };
  const month = Temporal.PlainYearMonth.from(dayOf(new Date()).slice(0, 7))
    .subtract({ months: 1 })
    .toString();
  const papers = "/wallet/statements";
  await get(`${portal.url}${papers}`);
  const row = (what: string, took: number[], bound: number) => maxRow({ what, unit: "s" }, took, bound);
  return printTable("statement", [
    row("list of statements", await seconds(papers), TARGETS.page),
    row("paper of a month", await seconds(`${papers}/${month}/pdf`), TARGETS.paper),
    row("paper of a year", await seconds(`${papers}/${month.slice(0, 4)}/pdf`), TARGETS.paper),
    row("file of a month, each entry", await seconds(`${papers}/${month}/csv`), TARGETS.file),
    row("file of a year", await seconds(`${papers}/${month.slice(0, 4)}/csv`), TARGETS.file),
    maxRow({ what: "memory of the portal above idle", unit: "MB" }, grown, TARGETS.grownMb),
  ]);
}
