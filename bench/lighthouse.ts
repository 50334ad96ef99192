import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { browserPath } from "#e2e/browser";
import { createTestShop, placeCustomerOrder } from "#e2e/test-shop";
import { openBenchSystem } from "./support/bench-system.ts";
import { maxRow, minRow, printTable, type Row } from "./support/compare.ts";

const MIN_SCORES = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 } as const;
/** The maximum transfer sizes of a shop's pages in all, and of their scripts; kB. */
const MAX_KB = { all: 40, script: 3 } as const;
/** Its packages are larger than the portal's own: it is fetched when it runs. */
const LIGHTHOUSE = "lighthouse@13.5.0";
/** A line of 400 kbit/s that answers after 400 ms, and a processor four times as slow. */
const SLOW_NETWORK = ["rttMs=400", "throughputKbps=400", "cpuSlowdownMultiplier=4"].map(
  (option) => `--throttling.${option}`,
);
const MAX_PAINT_MS = 2000;
const VISIT_COUNT = 3;

interface AuditTarget {
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

async function auditPages(places: AuditTarget[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const place of places) rows.push(...(await auditPage(place)));
  return rows;
}

async function auditPage({ name, url, cookie, light }: AuditTarget): Promise<Row[]> {
  const headers = cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : [];
  const visit = (...options: string[]) => repeatVisits(() => runLighthouse(url, [...headers, ...options]));
  const visits = await visit(`--only-categories=${Object.keys(MIN_SCORES).join()}`);
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
  const slow = await visit(`--only-audits=${PAINT_AUDIT}`, ...SLOW_NETWORK);
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

/** The parts of a report that are read. */
interface Lhr {
  runtimeError?: { message: string };
  categories: Record<string, { auditRefs: { id: string; weight: number }[] }>;
  audits: Record<
    string,
    {
      score: number | null;
      title: string;
      displayValue?: string;
      numericValue?: number;
      details?: { items?: { resourceType?: string; transferSize?: number }[] };
    }
  >;
}

async function repeatVisits<T>(work: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  while (all.length < VISIT_COUNT) all.push(await work());
  return all;
}

/** Makes one visit; one whose trace the browser did not record, as happens on a busy machine, is repeated. */
async function runLighthouse(url: string, options: string[]): Promise<Lhr> {
  const chrome = ["--headless=new", "--disable-background-networking", "--no-first-run"];
  if (process.getuid?.() === 0) chrome.push("--no-sandbox");
  const args = [
    "exec",
    "--yes",
    `--package=${LIGHTHOUSE}`,
    "--",
    "lighthouse",
    url,
    "--output=json",
    "--quiet",
  ];
  const env = {
    ...process.env,
    CHROME_PATH: await browserPath(),
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  };
  for (let tries = 3; ; tries--) {
    const { stdout } = await promisify(execFile)(
      "npm",
      [...args, `--chrome-flags=${chrome.join(" ")}`, ...options],
      {
        env,
        maxBuffer: 100_000_000,
      },
    );
    const lhr = JSON.parse(stdout) as Lhr;
    if (!lhr.runtimeError) return lhr;
    if (tries === 0) throw new Error(lhr.runtimeError.message);
  }
}

/** A category's score, without what the portal wants otherwise: that search engines pass by. */
const createScorer =
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
  return (audits["network-requests"]?.details?.items ?? [])
    .filter(({ resourceType }) => of(String(resourceType)))
    .reduce((total, { transferSize }) => total + Number(transferSize ?? 0) / 1000, 0);
}

function reportFailedAudits(name: string, visits: Lhr[]): void {
  const failed = visits.flatMap(({ audits, categories }) =>
    Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && id !== IGNORED_AUDIT && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${name}: ${id}: ${audits[id]?.displayValue || audits[id]?.title}`),
    ),
  );
  for (const line of new Set(failed)) console.log(`     ${line}`);
}
