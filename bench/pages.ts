import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { startBareApp } from "./support/bare/start-bare.ts";
import { type BenchPage, startBusyPortal } from "./support/busy-portal.ts";
import { compareRow, printTable, runInterleaved } from "./support/compare.ts";
import { encodeRequest, type HttpResponse, openHttpConnection } from "./support/http-connection.ts";
import { runLoad } from "./support/load.ts";

const MIN_RATIO = 0.85;
const PAGE_NAMES = ["home", "plans", "buy", "purchases", "wallet"];
const CALLERS = 4;
const ROUND_MS = 1_500;
/** One in this many responses is unpacked and read: reading all of them would occupy the machine. */
const VERIFY_INTERVAL = 20;

/**
 * `npm run bench -- pages [NAME…]`: the pages a second that the portal serves to a signed-in user, against a dynamic
 * page of the same framework that renders the same elements: no session, no database, no data. Both get a browser's
 * request, so both compress: the portal its own way, the other as the framework does. A page of the framework that has
 * the same HTML as a constant is measured beside them, without a target.
 */
export async function run(names: string[]): Promise<number> {
  await using portal = await startBusyPortal();
  const pages = portal.pages.filter(({ name }) => (names.length > 0 ? names : PAGE_NAMES).includes(name));
  const htmlByName: Record<string, string> = {};
  for (const page of pages)
    htmlByName[page.name] = stripScripts(responseText(await fetchPage(portal.url, page)));
  await using bare = await startBareApp(htmlByName);
  const rows = [];
  for (const page of pages) {
    const sides = {
      portal: () => measurePageRate(portal.url, page),
      bare: () => measurePageRate(bare.url, { name: page.name, path: `/page/${page.name}` }),
      elements: () => measurePageRate(bare.url, { name: page.name, path: `/elements/${page.name}` }),
    };
    const rounds = await runInterleaved(sides, { rounds: 5, warmup: 2 });
    rows.push(compareRow({ what: page.name, unit: "a second" }, rounds.portal, rounds.elements, MIN_RATIO));
    const what = `${page.name}, against a constant`;
    rows.push(compareRow({ what, unit: "a second" }, rounds.portal, rounds.bare));
  }
  return printTable("pages", rows);
}

async function measurePageRate(url: string, page: BenchPage): Promise<number> {
  const request = pageRequest(url, page);
  let answers = 0;
  const wrong = (answer: HttpResponse) => {
    if (answer.status !== 200) return `The answer was ${answer.status}.`;
    if (answers++ % VERIFY_INTERVAL > 0 || responseText(answer).trimEnd().endsWith("</html>"))
      return undefined;
    return "The page was cut.";
  };
  return (await runLoad({ url, callers: CALLERS, ms: ROUND_MS, request: () => request, wrong })).perSecond;
}

async function fetchPage(url: string, page: BenchPage): Promise<HttpResponse> {
  const line = await openHttpConnection(url);
  const answer = await line.ask(pageRequest(url, page));
  line.close();
  return answer;
}

const pageRequest = (url: string, { path, cookie }: BenchPage) =>
  encodeRequest(url, {
    path,
    headers: {
      Accept: "text/html,application/xhtml+xml",
      "Accept-Encoding": "gzip, deflate, br, zstd",
      "Sec-Fetch-Site": "none",
      ...(cookie && { Cookie: cookie }),
    },
  });

function responseText({ head, body }: HttpResponse): string {
  const coding = /\r\ncontent-encoding: *(\w+)/i.exec(head)?.[1];
  const unpack = coding === "br" ? brotliDecompressSync : coding === "gzip" ? gunzipSync : String;
  return unpack(body).toString();
}

/** Returns a page without the scripts in which the framework repeats it: it adds its own to the other page too. */
function stripScripts(html: string): string {
  const body = /<body[^>]*>(.*)<\/body>/s.exec(html)?.[1];
  if (!body) throw new Error("The page has no body.");
  return body.replace(/<script\b.*?<\/script>/gs, "");
}
