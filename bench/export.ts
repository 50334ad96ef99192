import type postgres from "postgres";
import { openBenchSystem } from "./support/bench-system.ts";
import { compareRow, maxRow, printTable, runInterleaved } from "./support/compare.ts";
import { measureMemory } from "./support/measure-memory.ts";
import { readNumbers } from "./support/read-numbers.ts";
import { seedHistory } from "./support/seed.ts";

/** The targets: rows a second against the database's own file, and the portal's growth meanwhile, in MB. */
const TARGETS = { ratio: 0.3, grownMb: 100 };

const CSV_COLUMNS =
  "placed_at, ident, ref, state, network_name, size, volume, type_name, validity, phone, price, settled_at, outcome";

/**
 * `npm run bench -- export [--purchases N]`: all purchases of one reseller, a million, as CSV from a built portal to a
 * signed-in browser, against `COPY … TO` of the same columns into a file on the database's machine.
 */
export async function run(args: string[]): Promise<number> {
  const { purchases } = readNumbers(args, { purchases: 1_000_000 });
  await using system = await openBenchSystem();
  const { sql, url } = system.database;
  await seedHistory(url, {
    resellers: 1,
    purchases,
    ofFirst: 10,
    statement: false,
  });
  const headers = { Cookie: await system.cookie(await system.firstReseller()) };
  const portal = await system.start({ roles: "web" });
  const download = () => fetch(`${portal.url}/purchases/export`, { headers });
  const expected = await readExpected(sql);
  await (await fetch(`${portal.url}/purchases`, { headers })).text();
  const grown: number[] = [];
  const { portal: portalRates, copy } = await runInterleaved(
    {
      portal: async () => {
        const { value: rate, grownMb } = await measureMemory(portal.pid, () =>
          measureRate(expected.rows, async () => verifyExport(await download(), expected)),
        );
        grown.push(grownMb);
        return rate;
      },
      copy: () => measureRate(expected.rows, () => measureCopy(sql)),
    },
    { rounds: 3, warmup: 1 },
  );
  return printTable("export", [
    compareRow(
      { what: "purchases as CSV, against COPY to a file", unit: "rows/s" },
      portalRates,
      copy,
      TARGETS.ratio,
    ),
    maxRow({ what: "memory of the portal above idle", unit: "MB" }, grown, TARGETS.grownMb),
  ]);
}

async function measureRate(rows: number, work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (rows * 1000) / (performance.now() - from);
}

interface Expected {
  rows: number;
  sum: bigint;
  newest: string;
  oldest: string;
}

async function readExpected(sql: postgres.Sql): Promise<Expected> {
  const [all] =
    await sql`select count(*)::int as rows, sum(price) as sum, max(ident) as newest, min(ident) as oldest from purchases`;
  return { rows: all?.rows, sum: BigInt(all?.sum), newest: all?.newest, oldest: all?.oldest };
}

/** Reads a response to its end, and throws when it doesn't match the purchases. */
async function verifyExport(answer: Response, { rows, sum, newest, oldest }: Expected): Promise<void> {
  if (answer.status !== 200 || !answer.body) throw new Error(`The portal answered ${answer.status}.`);
  const decoder = new TextDecoder();
  let [rest, lines, prices, first, last, isWhole] = ["", -1, 0n, "", "", false];
  for await (const bytes of answer.body) {
    const text = rest + decoder.decode(bytes, { stream: true });
    const whole = text.split("\r\n");
    rest = whole.pop() ?? "";
    for (const line of whole) {
      isWhole = line.startsWith('"End of file"');
      if (isWhole) continue;
      lines += 1;
      if (lines === 0) continue;
      if (lines === 1) first = line;
      last = line;
      prices += BigInt(line.split('","')[9]?.replace(".", "") ?? 0);
    }
  }
  const right =
    isWhole &&
    rest === "" &&
    lines === rows &&
    prices === sum &&
    first.includes(newest) &&
    last.includes(oldest);
  if (!right) throw new Error(`The file is wrong: ${lines} rows of ${rows}, from ${first} to ${last}.`);
}

async function measureCopy(sql: postgres.Sql): Promise<void> {
  const [folder] = await sql`select setting from pg_settings where name = 'data_directory'`;
  const of = `select ${CSV_COLUMNS} from purchases where reseller_id = (select min(id) from resellers) order by id desc`;
  await sql.begin(async (sql) => {
    await sql`set local statement_timeout = 0`;
    await sql.unsafe(`copy (${of}) to '${folder?.setting}/bench-export.csv' with (format csv, header)`);
  });
}
