import { availableParallelism } from "node:os";
import { createPurchaseLoad } from "./buy.ts";
import { openApiClients } from "./support/api-clients.ts";
import { compareRow, printTable, type Row, runInterleaved, summarise } from "./support/compare.ts";
import { encodeRequest } from "./support/http-connection.ts";
import { runLoadOnAll } from "./support/load.ts";
import { readNumbers } from "./support/read-numbers.ts";

const CALLERS = 32;
const PORTALS = 3;
/** One more portal with a smaller gain is not worth its memory. */
const MIN_GAIN = 1.1;

/**
 * `npm run bench -- instances [--rounds N] [--ms N]`: purchases and pages a second of one, two and three portals on one
 * database, with the same callers shared out among them. There is no target; it shows where more portals bring no more.
 */
export async function run(args: string[]): Promise<number> {
  const { rounds, ms } = readNumbers(args, { rounds: 5, ms: 1_500 });
  await using clients = await openApiClients("web", {}, PORTALS);
  const buy = createPurchaseLoad(clients, ms);
  const page = encodeRequest(clients.url, { path: "/sign-in" });
  const kinds = {
    "purchases by API clients": buy,
    "a page": (urls: readonly string[]) => runLoadOnAll(urls, { callers: CALLERS, ms, request: () => page }),
  };
  const rows: Row[] = [];
  for (const [what, work] of Object.entries(kinds)) {
    const first = (n: number) => clients.urls.slice(0, n);
    const sides = { one: () => work(first(1)), two: () => work(first(2)), three: () => work(first(3)) };
    const { one, two, three } = await runInterleaved(sides, { rounds });
    rows.push(
      { what: `${what}, one portal`, unit: "a second", measured: summarise(one) },
      compareRow({ what: `${what}, two`, unit: "a second" }, two, one),
      compareRow({ what: `${what}, three`, unit: "a second" }, three, one),
    );
    console.log(`${what}: ${describeScaling([one, two, three].map((samples) => summarise(samples).median))}`);
  }
  console.log(`All of it, the callers too, had ${availableParallelism()} cores.`);
  return printTable("instances", rows);
}

/** @param paces of one portal, two and so on */
function describeScaling(paces: number[]): string {
  const last = paces.findIndex((pace, at) => (paces[at + 1] ?? 0) < MIN_GAIN * pace) + 1;
  return last === paces.length
    ? `still grows with ${last} portals`
    : `stops growing at ${last} of ${paces.length}`;
}
