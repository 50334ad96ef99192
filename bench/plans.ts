import { type ApiClients, openApiClients } from "./support/api-clients.ts";
import { startBareApp } from "./support/bare/start-bare.ts";
import { compareRow, printTable, type Row, runInterleaved } from "./support/compare.ts";
import { encodeRequest, openHttpConnection } from "./support/http-connection.ts";
import { runLoad } from "./support/load.ts";
import { readNumbers } from "./support/read-numbers.ts";

const CALLER_COUNT = 16;
const MIN_RATIO = 0.9;

const PLAN_PATHS = ["/api/data_plans", "/api/data-plans-prices/filtered?mobile_network=1"];

/**
 * `npm run bench -- plans [--rounds N] [--ms N]`: lists of plans answered a second to many resellers' API clients, token and
 * limit included, against an empty route handler of the framework that answers the same bytes. Returns 1 below 0.9 of it.
 */
export async function run(args: string[]): Promise<number> {
  // Longer, and the API clients would reach their limit of 600 calls a minute.
  const { rounds, ms } = readNumbers(args, { rounds: 7, ms: 900 });
  await using clients = await openApiClients("web");
  const plain = await clients.startPlain();
  const rows: Row[] = [];
  for (const path of PLAN_PATHS) {
    const text = await fetchPlanList(clients, path);
    await using bare = await startBareApp({ list: text });
    const [expected, request] = [Buffer.from(text), encodeRequest(bare.url, { path: "/given/list" })];
    const side = (url: string, nth: (n: number) => Buffer) => async () => {
      const wrong = expectSameBody(expected);
      return (await runLoad({ url, callers: CALLER_COUNT, ms, request: nth, wrong })).perSecond;
    };
    const sides = {
      portal: side(clients.url, (n) => clients.get(path, n)),
      framework: side(plain, (n) => clients.get(path, n)),
      bare: side(bare.url, () => request),
    };
    const { portal, framework, bare: empty } = await runInterleaved(sides, { rounds });
    const unit = "a second";
    rows.push(
      compareRow({ what: `GET ${path}`, unit }, portal, empty, MIN_RATIO),
      compareRow({ what: "the same by next start", unit }, framework, empty),
    );
  }
  return printTable("plans", rows);
}

/** Fetches the portal's list, which every later response must match. */
async function fetchPlanList({ url, get }: ApiClients, path: string): Promise<string> {
  const line = await openHttpConnection(url);
  const { status, body } = await line.ask(get(path, 0));
  line.close();
  const text = body.toString();
  if (status !== 200 || text.length < 1_000) throw new Error(`${path} answered ${status}: ${text}`);
  return text;
}

const expectSameBody = (expected: Buffer) => (answer: { status: number; body: Buffer }) =>
  answer.status === 200 && answer.body.equals(expected) ? undefined : "The answer is another one.";
