import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startBare } from "./support/bare/start-bare.ts";
import { against, interleave, report } from "./support/compare.ts";
import { type Answer, bytesOf } from "./support/line.ts";
import { load, loadAll } from "./support/load.ts";
import type { Market } from "./support/market.ts";
import { openPrograms, type Programs } from "./support/programs.ts";

/** Enough that the portal has work while others wait to hear of their outcome. */
const CALLERS = 32;
const ASKED = 0.5;
const DELIVER_EVERY_MS = 5;

/**
 * `npm run bench -- buy [--rounds N] [--ms N]`: purchases by `POST /api/data/{ref}` a second, each of them placed and
 * answered with its outcome, by many resellers' programs; token, limits and audit included. Held against an empty route
 * handler of the framework that reads the same body and answers the same bytes. Sending is no part of it: what waits is
 * marked delivered every few milliseconds, in one statement. Returns 1 below half of the empty handler's pace.
 */
export async function run(args: string[]): Promise<number> {
  const options = {
    rounds: { type: "string", default: "7" },
    ms: { type: "string", default: "1500" },
  } as const;
  const { values } = parseArgs({ args, options });
  const programs = await openPrograms("web");
  const buy = buying(programs, Number(values.ms));
  try {
    await buy();
    const { request, answer } = buy.last();
    const bare = await startBare({ bought: answer });
    const bytes = bytesOf(bare.url, { method: "POST", path: "/given/bought", body: request });
    const wrong = ({ status, body }: Answer) =>
      status === 200 && body.toString() === answer ? undefined : "The answer is another one.";
    const empty = async () =>
      (await load({ url: bare.url, callers: CALLERS, ms: Number(values.ms), request: () => bytes, wrong }))
        .perSecond;
    try {
      const sides = { portal: () => buy(), bare: empty };
      const figures = await interleave(sides, { rounds: Number(values.rounds), warmup: 1 });
      const row = { what: "bought by programs", unit: "a second" };
      return report("buy", [against(row, figures.portal, figures.bare, ASKED)]);
    } finally {
      await bare.stop();
    }
  } finally {
    await programs.close();
  }
}

/** A side of the comparison: as many purchases as were answered have to be in the books. */
export function buying({ url, post, market }: Programs, ms: number) {
  let sent = 0;
  let last = "";
  const wrong = ({ status, body }: Answer) => {
    last = body.toString();
    return status === 200 && last.includes('"Status":"successful"') ? undefined : "It was not bought.";
  };
  const buy = async (urls: readonly string[] = [url]) => {
    await market.sql`truncate call_windows`;
    const [before, from] = [await market.count(), sent];
    const request = () => post(sent++).bytes;
    const perSecond = await whileDelivered(market, () =>
      loadAll(urls, { callers: CALLERS, ms, request, wrong }),
    );
    const placed = (await market.count()) - before;
    if (placed !== sent - from) throw new Error(`${sent - from} were answered and ${placed} are there.`);
    return perSecond;
  };
  return Object.assign(buy, { last: () => ({ request: post(0).body, answer: last }) });
}

/** Settles what waits, as senders without any pace would, and tells of it as the database does. */
async function whileDelivered<T>({ sql }: Market, work: () => Promise<T>): Promise<T> {
  let over = false;
  const delivering = (async () => {
    while (!over) {
      await sql`with delivered as (
          update purchases set state = 'successful', settled_at = now(), settled_by = 'bench' where state = 'queued'
          returning reseller_id, ident
        )
        select pg_notify('purchase', reseller_id || ' ' || ident || ' successful') from delivered`;
      await pause(DELIVER_EVERY_MS);
    }
    await sql`vacuum purchases, wallets`;
  })();
  try {
    return await work();
  } finally {
    over = true;
    await delivering;
  }
}
