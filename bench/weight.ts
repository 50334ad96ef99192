import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { type Browser, type CDPSession, chromium } from "playwright/test";
import { browserPath } from "#e2e/browser";
import { type BenchPage, startBusyPortal } from "./support/busy-portal.ts";
import { maxRow, printTable, type Row, summarise } from "./support/compare.ts";
import { encodeRequest, openHttpConnection } from "./support/http-connection.ts";

/** The ratio to the same HTML, compressed as well as possible. */
const MAX_OVERHEAD_RATIO = 1.1;
/** In kB. */
const MAX_KB: Record<string, number> = { "purchases, HTML": 20, "shop, first visit": 40 };
/** A page that asks for nothing for this long, in ms, has all it wants. */
const IDLE_MS = 700;

/**
 * `npm run bench -- weight [NAME…]`: the bytes on the line of a first visit to a page, in a real browser, and of coming to it
 * from another page; and its HTML against the same, compressed as well as it can be.
 */
export async function run(names: string[]): Promise<number> {
  await using portal = await startBusyPortal();
  await using browser = await chromium.launch({ executablePath: await browserPath() });
  const rows: Row[] = [];
  for (const page of portal.pages.filter(({ name }) => names.length === 0 || names.includes(name))) {
    rows.push(await htmlRow(portal.url, page));
    const { first, next } = await measureVisit(browser, portal.url, page);
    const parts = { script: first.Script, style: first.Stylesheet, fonts: first.Font };
    const all = Object.values(first).reduce((sum, bytes) => sum + bytes, 0);
    rows.push(weightRow(`${page.name}, HTML`, first.Document ?? 0));
    for (const [what, bytes = 0] of Object.entries(parts))
      rows.push(weightRow(`${page.name}, ${what}`, bytes));
    rows.push(weightRow(`${page.name}, first visit`, all));
    if (next !== undefined) rows.push(weightRow(`${page.name}, coming from another page`, next));
  }
  return printTable("weight", rows);
}

const weightRow = (what: string, bytes: number) =>
  maxRow({ what, unit: "kB" }, [bytes / 1_000], MAX_KB[what]);

async function htmlRow(url: string, { name, path, cookie }: BenchPage): Promise<Row> {
  const line = await openHttpConnection(url);
  const headers = { "Accept-Encoding": "gzip, br", ...(cookie && { Cookie: cookie }) };
  const { status, head, body } = await line.ask(encodeRequest(url, { path, headers }));
  line.close();
  if (status !== 200 || !/content-encoding: *br/i.test(head))
    throw new Error(`${path} was answered by\n${head}`);
  const html = brotliDecompressSync(body);
  if (!html.includes("</html>")) throw new Error(`${path} was cut.`);
  const ideal = brotliCompressSync(html);
  const ratio = body.length / ideal.length;
  return {
    what: `${name}, ${Math.round(html.length / 1_000)} kB of HTML against the ideal`,
    unit: "kB",
    measured: summarise([body.length / 1_000]),
    against: summarise([ideal.length / 1_000]),
    ratio: summarise([ratio]),
    target: `ratio ≤ ${MAX_OVERHEAD_RATIO}`,
    reached: ratio <= MAX_OVERHEAD_RATIO,
  };
}

/** The bytes of a first visit, by kind, and of coming to the page from another one; undefined where a document is loaded again. */
async function measureVisit(browser: Browser, url: string, { path, cookie }: BenchPage) {
  const context = await browser.newContext();
  try {
    const [name = "", value = ""] = cookie?.split("=") ?? [];
    if (cookie) await context.addCookies([{ name, value, url }]);
    const page = await context.newPage();
    const line = await recordTransfers(await context.newCDPSession(page));
    await page.goto(url + path);
    const first = await line.heard();
    if (!cookie) return { first };
    await page.goto(`${url}${path.startsWith("/admin") ? "/admin/settings" : "/settings"}`);
    await line.heard();
    await page.evaluate((to) => (window as unknown as FrameworkChunks).next.router.push(to), path);
    await page.waitForURL(url + path);
    const { Fetch: next } = await line.heard();
    return { first, next };
  } finally {
    await context.close();
  }
}

interface FrameworkChunks {
  next: { router: { push(path: string): void } };
}

/**
 * Counts the transferred bytes, by kind, heads included. `heard` returns the bytes since the last call, once no more
 * arrive.
 */
async function recordTransfers(session: CDPSession) {
  const kinds = new Map<string, string>();
  const open = new Set<string>();
  let came: Record<string, number> = {};
  let last = performance.now();
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({ requestId, type }) => {
    // A line for events stays open.
    if (type !== "EventSource") open.add(requestId);
  });
  session.on("Network.loadingFailed", ({ requestId }) => open.delete(requestId));
  session.on("Network.responseReceived", ({ requestId, type, response: { url, status } }) => {
    if (status >= 400) throw new Error(`${url} was answered by ${status}.`);
    kinds.set(requestId, type);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? "Other";
    came[kind] = (came[kind] ?? 0) + encodedDataLength;
    open.delete(requestId);
    last = performance.now();
  });
  return {
    async heard(): Promise<Record<string, number>> {
      last = performance.now();
      while (open.size > 0 || performance.now() - last < IDLE_MS)
        await new Promise((done) => setTimeout(done, 50));
      const all = came;
      came = {};
      return all;
    },
  };
}
