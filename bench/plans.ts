import { parseArgs } from "node:util";
import { startBare } from "./support/bare/start-bare.ts";
import { against, interleave, type Row, report } from "./support/compare.ts";
import { bytesOf, openLine } from "./support/line.ts";
import { load } from "./support/load.ts";
import { openPrograms, type Programs } from "./support/programs.ts";

const CALLERS = 16;
const ASKED = 0.9;

const PATHS = ["/api/data_plans", "/api/data-plans-prices/filtered?mobile_network=1"];

/**
 * `npm run bench -- plans [--rounds N] [--ms N]`: lists of plans answered a second to many resellers' programs, token and
 * limit included, against an empty route handler of the framework that answers the same bytes. Returns 1 below 0.9 of it.
 */
export async function run(args: string[]): Promise<number> {
  const options = {
    rounds: { type: "string", default: "7" },
    // Longer, and the programs would reach their limit of 600 calls a minute.
    ms: { type: "string", default: "900" },
  } as const;
  const { values } = parseArgs({ args, options });
  const programs = await openPrograms("web");
  try {
    const rows: Row[] = [];
    for (const path of PATHS) {
      const text = await answerTo(programs, path);
      const bare = await startBare({ list: text });
      const [expected, request] = [Buffer.from(text), bytesOf(bare.url, { path: "/given/list" })];
      const side = (url: string, nth: (n: number) => Buffer) => async () => {
        const wrong = same(expected);
        return (await load({ url, callers: CALLERS, ms: Number(values.ms), request: nth, wrong })).perSecond;
      };
      const sides = {
        portal: side(programs.url, (n) => programs.get(path, n)),
        bare: side(bare.url, () => request),
      };
      try {
        const { portal, bare: empty } = await interleave(sides, { rounds: Number(values.rounds) });
        rows.push(against({ what: `GET ${path}`, unit: "a second" }, portal, empty, ASKED));
      } finally {
        await bare.stop();
      }
    }
    return report("plans", rows);
  } finally {
    await programs.close();
  }
}

/** What the portal answers, as every later answer has to be. */
async function answerTo({ url, get }: Programs, path: string): Promise<string> {
  const line = await openLine(url);
  const { status, body } = await line.ask(get(path, 0));
  line.close();
  const text = body.toString();
  if (status !== 200 || text.length < 1_000) throw new Error(`${path} answered ${status}: ${text}`);
  return text;
}

const same = (expected: Buffer) => (answer: { status: number; body: Buffer }) =>
  answer.status === 200 && answer.body.equals(expected) ? undefined : "The answer is another one.";
