import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { startBare } from "./support/bare/start-bare.ts";
import { against, interleave, report } from "./support/compare.ts";
import { type Answer, bytesOf, openLine } from "./support/line.ts";
import { load } from "./support/load.ts";
import { type Page, startBusyPortal } from "./support/pages.ts";

const ASKED = 0.8;
const NAMES = ["home", "plans", "buy", "purchases", "wallet", "shop"];
const CALLERS = 4;
const MS = 1_500;
/** One in so many answers is unpacked and read: all of them would keep the machine busy with reading. */
const READ = 20;

/**
 * `npm run bench -- pages [NAME…]`: how many times a second the portal gives a page to whoever is signed in, against a
 * dynamic page of the same framework that has the same HTML as a constant: no session, no database, nothing to render. Both
 * are asked as a browser asks, so both compress: the portal its own way, the other as the framework does. What the framework
 * takes for the same elements, made of nothing, is measured beside it and not asked for.
 */
export async function run(names: string[]): Promise<number> {
  const portal = await startBusyPortal();
  const pages = portal.pages.filter(({ name }) => (names.length > 0 ? names : NAMES).includes(name));
  const given: Record<string, string> = {};
  for (const page of pages) given[page.name] = markupOf(textOf(await get(portal.url, page)));
  const bare = await startBare(given);
  try {
    const rows = [];
    for (const page of pages) {
      const sides = {
        portal: () => perSecond(portal.url, page),
        bare: () => perSecond(bare.url, { name: page.name, path: `/page/${page.name}` }),
        elements: () => perSecond(bare.url, { name: page.name, path: `/elements/${page.name}` }),
      };
      const rounds = await interleave(sides, { rounds: 5, warmup: 2 });
      rows.push(against({ what: page.name, unit: "a second" }, rounds.portal, rounds.bare, ASKED));
      const what = `${page.name}, its elements alone`;
      rows.push(against({ what, unit: "a second" }, rounds.elements, rounds.bare));
    }
    return report("pages", rows);
  } finally {
    await bare.stop();
    await portal.close();
  }
}

async function perSecond(url: string, page: Page): Promise<number> {
  const request = asked(url, page);
  let answers = 0;
  const wrong = (answer: Answer) => {
    if (answer.status !== 200) return `The answer was ${answer.status}.`;
    if (answers++ % READ > 0 || textOf(answer).trimEnd().endsWith("</html>")) return undefined;
    return "The page was cut.";
  };
  return (await load({ url, callers: CALLERS, ms: MS, request: () => request, wrong })).perSecond;
}

async function get(url: string, page: Page): Promise<Answer> {
  const line = await openLine(url);
  const answer = await line.ask(asked(url, page));
  line.close();
  return answer;
}

/** As browsers ask for a page. */
const asked = (url: string, { path, cookie }: Page) =>
  bytesOf(url, {
    path,
    headers: {
      Accept: "text/html,application/xhtml+xml",
      "Accept-Encoding": "gzip, deflate, br, zstd",
      "Sec-Fetch-Site": "none",
      ...(cookie && { Cookie: cookie }),
    },
  });

function textOf({ head, body }: Answer): string {
  const coding = /\r\ncontent-encoding: *(\w+)/i.exec(head)?.[1];
  const unpack = coding === "br" ? brotliDecompressSync : coding === "gzip" ? gunzipSync : String;
  return unpack(body).toString();
}

/** What a page shows, without the scripts with which the framework says it once more: it adds its own to the other page too. */
function markupOf(html: string): string {
  const body = /<body[^>]*>(.*)<\/body>/s.exec(html)?.[1];
  if (!body) throw new Error("The page has no body.");
  return body.replace(/<script\b.*?<\/script>/gs, "");
}
