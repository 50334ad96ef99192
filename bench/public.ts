import { type BenchPage, startBusyPortal } from "./support/busy-portal.ts";
import { compareRow, maxRow, printTable, runInterleaved, summarise } from "./support/compare.ts";
import { encodeRequest, openHttpConnection } from "./support/http-connection.ts";
import { readProcessMs } from "./support/processor-time.ts";

/** The processor time of a page that is rendered, as a multiple of that of the same from memory. */
const MIN_RATIO = 10;
const PAGE_NAMES = ["landing", "sign-in", "guide", "status", "shop"];
/** Enough that the kernel's ticks of 10 ms don't matter. */
const COUNTS = { rendered: 40, memory: 800 };
const FLOOD = 300;
const MAX_NEIGHBOUR_MS = 300;

/**
 * `npm run bench -- public [NAME…]`: the processor time of the portal for a page that is the same for every visitor, from
 * memory, against the same page rendered for one with a cookie; and how long another network's home takes while one
 * address requests such a page 300 times at once, against the same without them.
 */
export async function run(names: string[]): Promise<number> {
  await using portal = await startBusyPortal({ TRUSTED_PROXIES: "127.0.0.1,::1", BOUNDS_FACTOR: "1" });
  const pages = portal.pages.filter(({ name }) => (names.length > 0 ? names : PAGE_NAMES).includes(name));
  const home = portal.pages.find(({ name }) => name === "home") as BenchPage;
  const measureAll = async (page: BenchPage, count: number, cookie?: string) => {
    const line = await openHttpConnection(portal.url);
    const request = createRequest(portal.url, page.path, 1, cookie);
    const before = readProcessMs(portal.pid);
    for (let n = 0; n < count; n++) await expectPage(line.ask(request));
    line.close();
    return count / (readProcessMs(portal.pid) - before);
  };
  const rows = [];
  for (const page of pages) {
    const sides = {
      memory: () => measureAll(page, COUNTS.memory),
      rendered: () => measureAll(page, COUNTS.rendered, "device=bench"),
    };
    const { memory, rendered } = await runInterleaved(sides, { rounds: 5, warmup: 1 });
    rows.push(compareRow({ what: page.name, unit: "a ms" }, memory, rendered, MIN_RATIO));
  }
  for (const page of pages) {
    const measure = (count: number, cookie?: string) => () =>
      measureNeighbour(portal.url, home, page, count, cookie);
    const sides = { alone: measure(0), beside: measure(FLOOD), rendered: measure(FLOOD, "device=bench") };
    const { alone, beside, rendered } = await runInterleaved(sides, { rounds: 5, warmup: 1 });
    const row = maxRow(
      { what: `home beside ${FLOOD} of ${page.name}`, unit: "ms" },
      beside,
      MAX_NEIGHBOUR_MS,
    );
    rows.push({ ...row, against: summarise(alone) });
    const renderedRow = maxRow({ what: "the same, rendered for each", unit: "ms" }, rendered);
    rows.push({ ...renderedRow, against: summarise(alone) });
  }
  return printTable("public", rows);
}

/** Measures a seller's home, the slowest of three, while another address requests a page many times at once. */
async function measureNeighbour(
  url: string,
  home: BenchPage,
  { path }: BenchPage,
  count: number,
  cookie?: string,
) {
  const line = await openHttpConnection(url);
  const flood = Array.from({ length: count }, async () => {
    const each = await openHttpConnection(url);
    const { status } = await each.ask(createRequest(url, path, 2, cookie));
    each.close();
    if (status !== 200 && !(cookie && status === 503)) throw new Error(`The answer was ${status}.`);
  });
  const times: number[] = [];
  for (let n = 0; n < 3; n++) {
    const start = performance.now();
    await expectPage(line.ask(createRequest(url, home.path, 3, home.cookie)));
    times.push(performance.now() - start);
  }
  await Promise.all(flood);
  line.close();
  return Math.max(...times);
}

async function expectPage(answer: Promise<{ status: number }>): Promise<void> {
  const { status } = await answer;
  if (status !== 200) throw new Error(`The answer was ${status}.`);
}

const createRequest = (url: string, path: string, network: number, cookie?: string) =>
  encodeRequest(url, {
    path,
    headers: {
      Accept: "text/html,application/xhtml+xml",
      "Accept-Encoding": "gzip, deflate, br, zstd",
      "X-Forwarded-For": `203.0.113.${network}`,
      ...(cookie && { Cookie: cookie }),
    },
  });
