import { type ApiClients, openApiClients } from "./support/api-clients.ts";
import { startBareApp } from "./support/bare/start-bare.ts";
import { compareRow, printTable, runInterleaved } from "./support/compare.ts";
import { encodeRequest, type HttpResponse } from "./support/http-connection.ts";
import { runLoad, runLoadOnAll } from "./support/load.ts";
import type { Market } from "./support/market.ts";
import { readNumbers } from "./support/read-numbers.ts";
import { repeatBeside } from "./support/repeat.ts";

/** Enough that the portal has work while others wait for their outcome. */
const CALLERS = 32;
const MIN_RATIO = 0.5;
const DELIVERY_INTERVAL_MS = 5;

/**
 * `npm run bench -- buy [--rounds N] [--ms N]`: purchases by `POST /api/data/{ref}` a second, each of them placed and
 * answered with its outcome, by many resellers' API clients; token, limits and audit included. Compared with an empty
 * route handler of the framework that reads the same body and sends the same bytes. Sending is excluded: queued
 * purchases are marked delivered every few milliseconds, in one statement. Returns 1 below half of the empty handler's
 * pace.
 */
export async function run(args: string[]): Promise<number> {
  const { rounds, ms } = readNumbers(args, { rounds: 7, ms: 1_500 });
  await using clients = await openApiClients("web");
  const buy = createPurchaseLoad(clients, ms);
  await buy();
  const { request, answer } = buy.last();
  await using bare = await startBareApp({ bought: answer });
  const bytes = encodeRequest(bare.url, { method: "POST", path: "/given/bought", body: request });
  const wrong = ({ status, body }: HttpResponse) =>
    status === 200 && body.toString() === answer ? undefined : "The answer is another one.";
  const empty = async () =>
    (await runLoad({ url: bare.url, callers: CALLERS, ms, request: () => bytes, wrong })).perSecond;
  const plain = await clients.startPlain();
  const sides = { portal: () => buy(), framework: () => buy([plain]), bare: empty };
  const figures = await runInterleaved(sides, { rounds, warmup: 1 });
  const row = { what: "bought by API clients", unit: "a second" };
  const inFramework = { ...row, what: "the same by next start" };
  return printTable("buy", [
    compareRow(row, figures.portal, figures.bare, MIN_RATIO),
    compareRow(inFramework, figures.framework, figures.bare),
  ]);
}

/** A side of the comparison: the ledger must have as many purchases as were answered. */
export function createPurchaseLoad({ url, post, market }: ApiClients, ms: number) {
  let sent = 0;
  let last = "";
  const wrong = ({ status, body }: HttpResponse) => {
    last = body.toString();
    return status === 200 && last.includes('"Status":"successful"') ? undefined : "It was not bought.";
  };
  const buy = async (urls: readonly string[] = [url]) => {
    await market.sql`truncate call_windows`;
    const [before, from] = [await market.count(), sent];
    const request = () => post(sent++).bytes;
    const perSecond = await runWithDelivery(market, () =>
      runLoadOnAll(urls, { callers: CALLERS, ms, request, wrong }),
    );
    const placed = (await market.count()) - before;
    if (placed !== sent - from) throw new Error(`${sent - from} were answered and ${placed} are there.`);
    return perSecond;
  };
  return Object.assign(buy, { last: () => ({ request: post(0).body, answer: last }) });
}

/** Settles queued purchases, as senders without a rate limit would, and notifies as the database does. */
async function runWithDelivery<T>({ sql }: Market, work: () => Promise<T>): Promise<T> {
  const deliver = () => sql`
    with delivered as (
      update purchases set state = 'successful', settled_at = now(), settled_by = 'bench' where state = 'queued'
      returning reseller_id, ident, settled_at, ending, outcome
    )
    select pg_notify('purchase', reseller_id || ' ' || ident || ' successful ' || jsonb_build_object(
      'settledAt', settled_at, 'ending', ending, 'outcome', outcome))
    from delivered`;
  try {
    return await repeatBeside(deliver, DELIVERY_INTERVAL_MS, work);
  } finally {
    await sql`vacuum purchases, wallets`;
  }
}
