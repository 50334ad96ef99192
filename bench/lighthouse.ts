import { existsSync, readFileSync } from "node:fs";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { buildIfChanged } from "../bin/build/build-if-changed.ts";
import { ROOT } from "../bin/root.ts";
import { startTestServer } from "../db/testing/server.ts";
import { browserPath } from "../e2e/browser.ts";
import { setUpShop } from "../e2e/shop.ts";

const LEAST = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 } as const;
/** Script beyond what an empty page of the framework loads, packed. */
const MOST_SCRIPT = 15 * 1024;

/**
 * `npm run bench -- lighthouse [URL]`: Lighthouse (mobile) on a shop; without an address on one of its own, on a
 * fresh build with the sandbox as upstream. Returns 1 when a score or the script is not as promised.
 */
export async function run([url]: string[]): Promise<number> {
  if (url) return judge(url);
  await buildIfChanged(() => console.log("Building the pages…"));
  const stopServer = await startTestServer();
  const { startSystem } = await import("../e2e/harness.ts");
  const { People } = await import("../e2e/people.ts");
  const system = await startSystem();
  try {
    const member = await system.start();
    const { slug } = await setUpShop(system, await new People(system.database.systemCtx).reseller());
    return await judge(`${member.url}/s/${slug}`);
  } finally {
    await system.close();
    await stopServer();
  }
}

async function judge(url: string): Promise<number> {
  const flags = ["--headless=new", "--disable-background-networking", "--no-first-run"];
  const chrome = await launch({
    chromePath: browserPath(),
    chromeFlags: process.getuid?.() === 0 ? [...flags, "--no-sandbox"] : flags,
  });
  try {
    const results = [
      await visit(url, chrome.port),
      await visit(url, chrome.port),
      await visit(url, chrome.port),
    ];
    return report(middle(results));
  } finally {
    chrome.kill();
  }
}

async function visit(url: string, port: number): Promise<Lhr> {
  const result = await lighthouse(url, { port, output: "json", onlyCategories: Object.keys(LEAST) });
  if (!result) throw new Error("Lighthouse gave no answer.");
  return result.lhr;
}

/** Of three visits the one in the middle: a machine that is busy for a moment decides nothing. */
function middle(visits: Lhr[]): Lhr {
  const speed = ({ categories }: Lhr) => categories.performance?.score ?? 0;
  const [, chosen] = visits.toSorted((one, other) => speed(one) - speed(other));
  if (!chosen) throw new Error("Three visits have no middle.");
  return chosen;
}

type Lhr = NonNullable<Awaited<ReturnType<typeof lighthouse>>>["lhr"];

const TIMES = [
  "first-contentful-paint",
  "largest-contentful-paint",
  "total-blocking-time",
  "cumulative-layout-shift",
];

function report({ categories, audits }: Lhr): number {
  const scores = Object.entries(LEAST).map(([name, least]) => {
    const score = Math.round((categories[name]?.score ?? 0) * 100);
    return { name, text: `${score}, at least ${least}`, good: score >= least };
  });
  const lines = [...scores, scriptLine(audits)];
  for (const { name, text, good } of lines) console.log(`${good ? "ok  " : "LOW "} ${name}: ${text}`);
  for (const id of TIMES) console.log(`     ${audits[id]?.title}: ${audits[id]?.displayValue}`);
  for (const { id, title, score, scoreDisplayMode } of Object.values(audits)) {
    if (scoreDisplayMode === "binary" && score === 0) console.log(`     not passed: ${id}: ${title}`);
  }
  return lines.every(({ good }) => good) ? 0 : 1;
}

/** What scripts weighed on the line, without those that an empty page of this build loads as well. */
function scriptLine(audits: Lhr["audits"]) {
  const details = audits["network-requests"]?.details;
  const requests = details?.type === "table" ? details.items : [];
  const own = requests
    .filter(
      ({ resourceType, url }) => resourceType === "Script" && !isFramework(new URL(String(url)).pathname),
    )
    .reduce((total, { transferSize }) => total + Number(transferSize ?? 0), 0);
  return {
    name: "script beyond an empty page",
    text: `${(own / 1024).toFixed(1)} kB, at most ${MOST_SCRIPT / 1024} kB`,
    good: own <= MOST_SCRIPT,
  };
}

/** The framework's start, and its own components that stand around every page. */
function isFramework(path: string): boolean {
  const file = `${ROOT}.next/${path.replace("/_next/", "")}`;
  const { rootMainFiles } = JSON.parse(readFileSync(`${ROOT}.next/build-manifest.json`, "utf8"));
  if (rootMainFiles.includes(path.replace("/_next/", ""))) return true;
  return existsSync(file) && readFileSync(file, "utf8").includes("ClientPageRoot");
}
