import { launch } from "chrome-launcher";
import lighthouse, { type Flags } from "lighthouse";
import { browserPath } from "#e2e/browser";
import { createTestShop, placeCustomerOrder } from "#e2e/test-shop";
import { openBenchSystem } from "./support/bench-system.ts";
import { maxRow, minRow, printTable, type Row } from "./support/compare.ts";

const MIN_SCORES = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 } as const;
/** The maximum transfer sizes of a shop's pages in all, and of their scripts; kB. */
const MAX_KB = { all: 40, script: 3 } as const;
/** A line of 400 kbit/s that answers after 400 ms, and a processor four times as slow. */
const SLOW_NETWORK: Flags = { throttling: { rttMs: 400, throughputKbps: 400, cpuSlowdownMultiplier: 4 } };
const MAX_PAINT_MS = 2000;
const VISIT_COUNT = 3;

export interface AuditTarget {
  name: string;
  url: string;
  cookie?: string;
  /** A page of a shop, which has stricter targets. */
  light?: boolean;
}

/**
 * `npm run bench -- lighthouse [NAME …]`: Lighthouse (mobile, its simulated line and processor) on pages of a portal of its
 * own, with the sandbox as upstream, three visits each; or on an address. Search engines are asked to pass by all but a
 * shop's price list, so `seo` is judged without that. Returns 1 when a figure is not as promised.
 */
export async function run(wanted: string[]): Promise<number> {
  const [address] = wanted;
  if (address?.includes("://"))
    return printTable("lighthouse", await auditPages([{ name: "page", url: address }]));
  await using system = await openBenchSystem();
  const { url } = await system.start();
  const person = await system.people.reseller();
  const shop = await createTestShop(system, person);
  const { code } = await placeCustomerOrder(system, shop);
  const cookie = await system.cookie(person);
  const places: AuditTarget[] = [
    { name: "shop", url: `${url}/s/${shop.slug}`, light: true },
    { name: "order", url: `${url}/s/${shop.slug}/o/${code}`, light: true },
    { name: "sign-in", url: `${url}/sign-in` },
    { name: "home", url: `${url}/home`, cookie },
    { name: "buy", url: `${url}/buy`, cookie },
  ];
  const chosen = places.filter((place) => wanted.length === 0 || wanted.includes(place.name));
  return printTable("lighthouse", await auditPages(chosen));
}

function auditPages(places: AuditTarget[]): Promise<Row[]> {
  return withChrome(async (port) => {
    const rows: Row[] = [];
    for (const place of places) rows.push(...(await auditPage(place, port)));
    return rows;
  });
}

/** Calls `work` with a browser's port, and ends the browser after it. */
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

async function auditPage({ name, url, cookie, light }: AuditTarget, port: number): Promise<Row[]> {
  const flags: Flags = { port, output: "json", ...(cookie && { extraHeaders: { Cookie: cookie } }) };
  const visits = await repeatVisits(() =>
    runLighthouse(url, { ...flags, onlyCategories: Object.keys(MIN_SCORES) }),
  );
  reportFailedAudits(name, visits);
  const rows = Object.entries(MIN_SCORES).map(([category, least]) =>
    minRow({ what: `${name}: ${category}`, unit: "points" }, visits.map(createScorer(category)), least),
  );
  const kB = (of: (type: string) => boolean) => visits.map((lhr) => transferSizeKb(lhr, of));
  const most = light ? MAX_KB : { all: undefined, script: undefined };
  rows.push(
    maxRow(
      { what: `${name}: in all`, unit: "kB" },
      kB(() => true),
      most.all,
    ),
    maxRow(
      { what: `${name}: script`, unit: "kB" },
      kB((type) => type === "Script"),
      most.script,
    ),
  );
  if (!light) return rows;
  const slow = await repeatVisits(() =>
    runLighthouse(url, { ...flags, ...SLOW_NETWORK, onlyAudits: [PAINT_AUDIT] }),
  );
  rows.push(
    maxRow(
      { what: `${name}: largest paint, slow 3G`, unit: "ms" },
      slow.map(({ audits }) => audits[PAINT_AUDIT]?.numericValue ?? Number.NaN),
      MAX_PAINT_MS,
    ),
  );
  return rows;
}

const PAINT_AUDIT = "largest-contentful-paint";

type Lhr = NonNullable<Awaited<ReturnType<typeof lighthouse>>>["lhr"];

async function repeatVisits<T>(work: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  while (all.length < VISIT_COUNT) all.push(await work());
  return all;
}

/** Makes one visit; one whose trace the browser did not record, as happens on a busy machine, is repeated. */
export async function runLighthouse(url: string, flags: Flags): Promise<Lhr> {
  for (let tries = 3; ; tries--) {
    const lhr = (await lighthouse(url, flags))?.lhr;
    if (lhr && !lhr.runtimeError) return lhr;
    if (tries === 0) throw new Error(lhr?.runtimeError?.message ?? "Lighthouse gave no answer.");
  }
}

/** A category's score, without what the portal wants otherwise: that search engines pass by. */
export const createScorer =
  (name: string) =>
  ({ categories, audits }: Lhr): number => {
    const refs = (categories[name]?.auditRefs ?? []).filter(({ id }) => id !== IGNORED_AUDIT);
    const counted = refs.filter(({ id, weight }) => weight > 0 && typeof audits[id]?.score === "number");
    const total = counted.reduce((sum, { weight }) => sum + weight, 0);
    const got = counted.reduce((sum, { id, weight }) => sum + weight * (audits[id]?.score ?? 0), 0);
    return Math.round((100 * got) / total);
  };

const IGNORED_AUDIT = "is-crawlable";

/** Sums the transfer sizes of responses, in kB. */
function transferSizeKb({ audits }: Lhr, of: (type: string) => boolean): number {
  const details = audits["network-requests"]?.details;
  const requests = details?.type === "table" ? details.items : [];
  return requests
    .filter(({ resourceType }) => of(String(resourceType)))
    .reduce((total, { transferSize }) => total + Number(transferSize ?? 0) / 1000, 0);
}

export function reportFailedAudits(name: string, visits: Lhr[]): void {
  const failed = visits.flatMap(({ audits, categories }) =>
    Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && id !== IGNORED_AUDIT && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${name}: ${id}: ${audits[id]?.displayValue || audits[id]?.title}`),
    ),
  );
  for (const line of new Set(failed)) console.log(`     ${line}`);
}
