import { launch } from "chrome-launcher";
import lighthouse, { type Flags } from "lighthouse";
import { buildIfChanged } from "../bin/build/build-if-changed.ts";
import { startTestServer } from "../db/testing/server.ts";
import { browserPath } from "../e2e/browser.ts";
import { customerOrder, setUpShop } from "../e2e/shop.ts";
import { atLeast, atMost, type Row, report } from "./support/compare.ts";

const LEAST = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 } as const;
/** What the pages of a shop may weigh on the line in all, and their script; kB. */
const MOST = { all: 40, script: 3 } as const;
/** A line of 400 kbit/s that answers after 400 ms, and a processor four times as slow. */
const SLOW: Flags = { throttling: { rttMs: 400, throughputKbps: 400, cpuSlowdownMultiplier: 4 } };
const SLOW_PAINT_MS = 2000;
const VISITS = 3;

export interface Place {
  name: string;
  url: string;
  cookie?: string;
  /** A page of a shop, of which more is asked. */
  light?: boolean;
}

/**
 * `npm run bench -- lighthouse [NAME …]`: Lighthouse (mobile, its simulated line and processor) on pages of a portal of its
 * own, with the sandbox as upstream, three visits each; or on an address. Search engines are asked to pass by all but a
 * shop's price list, so `seo` is judged without that. Returns 1 when a figure is not as promised.
 */
export async function run(wanted: string[]): Promise<number> {
  const [url] = wanted;
  if (url?.includes("://")) return report("lighthouse", await judge([{ name: "page", url }]));
  await buildIfChanged(() => console.log("Building the pages…"));
  const stopServer = await startTestServer();
  const { startSystem } = await import("../e2e/harness.ts");
  const { People } = await import("../e2e/people.ts");
  const system = await startSystem();
  try {
    const { url } = await system.start();
    const people = new People(system.database.systemCtx);
    const person = await people.reseller();
    const shop = await setUpShop(system, person);
    const { code } = await customerOrder(system, shop);
    const { name, value } = await people.cookie(person);
    const cookie = `${name}=${value}`;
    const places: Place[] = [
      { name: "shop", url: `${url}/s/${shop.slug}`, light: true },
      { name: "order", url: `${url}/s/${shop.slug}/o/${code}`, light: true },
      { name: "sign-in", url: `${url}/sign-in` },
      { name: "home", url: `${url}/home`, cookie },
      { name: "buy", url: `${url}/buy`, cookie },
    ];
    const chosen = places.filter((place) => wanted.length === 0 || wanted.includes(place.name));
    return report("lighthouse", await judge(chosen));
  } finally {
    await system.close();
    await stopServer();
  }
}

function judge(places: Place[]): Promise<Row[]> {
  return withChrome(async (port) => {
    const rows: Row[] = [];
    for (const place of places) rows.push(...(await judgeOne(place, port)));
    return rows;
  });
}

/** Gives a browser's port to `work`, and ends the browser after it. */
export async function withChrome<T>(work: (port: number) => Promise<T>): Promise<T> {
  const flags = ["--headless=new", "--disable-background-networking", "--no-first-run"];
  const chrome = await launch({
    chromePath: await browserPath(),
    chromeFlags: process.getuid?.() === 0 ? [...flags, "--no-sandbox"] : flags,
  });
  try {
    return await work(chrome.port);
  } finally {
    chrome.kill();
  }
}

async function judgeOne({ name, url, cookie, light }: Place, port: number): Promise<Row[]> {
  const flags: Flags = { port, output: "json", ...(cookie && { extraHeaders: { Cookie: cookie } }) };
  const visits = await several(() => visit(url, { ...flags, onlyCategories: Object.keys(LEAST) }));
  complain(name, visits);
  const rows = Object.entries(LEAST).map(([category, least]) =>
    atLeast({ what: `${name}: ${category}`, unit: "points" }, visits.map(scoreOf(category)), least),
  );
  const kB = (of: (type: string) => boolean) => visits.map((lhr) => weight(lhr, of));
  const most = light ? MOST : { all: undefined, script: undefined };
  rows.push(
    atMost(
      { what: `${name}: in all`, unit: "kB" },
      kB(() => true),
      most.all,
    ),
    atMost(
      { what: `${name}: script`, unit: "kB" },
      kB((type) => type === "Script"),
      most.script,
    ),
  );
  if (!light) return rows;
  const slow = await several(() => visit(url, { ...flags, ...SLOW, onlyAudits: [PAINT] }));
  rows.push(
    atMost(
      { what: `${name}: largest paint, slow 3G`, unit: "ms" },
      slow.map(({ audits }) => audits[PAINT]?.numericValue ?? Number.NaN),
      SLOW_PAINT_MS,
    ),
  );
  return rows;
}

const PAINT = "largest-contentful-paint";

type Lhr = NonNullable<Awaited<ReturnType<typeof lighthouse>>>["lhr"];

async function several<T>(work: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  while (all.length < VISITS) all.push(await work());
  return all;
}

/** One visit; one whose trace the browser did not record, as happens on a busy machine, is made again. */
export async function visit(url: string, flags: Flags): Promise<Lhr> {
  for (let tries = 3; ; tries--) {
    const lhr = (await lighthouse(url, flags))?.lhr;
    if (lhr && !lhr.runtimeError) return lhr;
    if (tries === 0) throw new Error(lhr?.runtimeError?.message ?? "Lighthouse gave no answer.");
  }
}

/** A category's score, without what the portal wants otherwise: that search engines pass by. */
export const scoreOf =
  (name: string) =>
  ({ categories, audits }: Lhr): number => {
    const refs = (categories[name]?.auditRefs ?? []).filter(({ id }) => id !== PASSED_BY);
    const counted = refs.filter(({ id, weight }) => weight > 0 && typeof audits[id]?.score === "number");
    const total = counted.reduce((sum, { weight }) => sum + weight, 0);
    const got = counted.reduce((sum, { id, weight }) => sum + weight * (audits[id]?.score ?? 0), 0);
    return Math.round((100 * got) / total);
  };

const PASSED_BY = "is-crawlable";

/** What answers weighed on the line, in kB. */
function weight({ audits }: Lhr, of: (type: string) => boolean): number {
  const details = audits["network-requests"]?.details;
  const requests = details?.type === "table" ? details.items : [];
  return requests
    .filter(({ resourceType }) => of(String(resourceType)))
    .reduce((total, { transferSize }) => total + Number(transferSize ?? 0) / 1000, 0);
}

/** Says what was not passed. */
export function complain(name: string, visits: Lhr[]): void {
  const failed = visits.flatMap(({ audits, categories }) =>
    Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && id !== PASSED_BY && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${name}: ${id}: ${audits[id]?.displayValue || audits[id]?.title}`),
    ),
  );
  for (const line of new Set(failed)) console.log(`     ${line}`);
}
