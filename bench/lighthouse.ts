import { globSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { buildIfChanged } from "../bin/build/build-if-changed.ts";
import { ROOT } from "../bin/root.ts";
import { startTestServer } from "../db/testing/server.ts";
import { browserPath } from "../e2e/browser.ts";
import { openShop } from "../e2e/shop.ts";

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
    const { slug } = await openShop(system, await new People(system.database.systemCtx).reseller());
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
    const result = await lighthouse(url, {
      port: chrome.port,
      output: "json",
      onlyCategories: Object.keys(LEAST),
    });
    if (!result) throw new Error("Lighthouse gave no answer.");
    return report(result.lhr);
  } finally {
    chrome.kill();
  }
}

type Lhr = NonNullable<Awaited<ReturnType<typeof lighthouse>>>["lhr"];

function report({ categories, audits }: Lhr): number {
  const scores = Object.entries(LEAST).map(([name, least]) => {
    const score = Math.round((categories[name]?.score ?? 0) * 100);
    return { name, text: `${score}, at least ${least}`, good: score >= least };
  });
  const own = scriptBytes(audits) - emptyPageBytes();
  const script = {
    name: "script beyond an empty page",
    text: `${(own / 1024).toFixed(1)} kB, at most ${MOST_SCRIPT / 1024} kB`,
    good: own <= MOST_SCRIPT,
  };
  const lines = [...scores, script];
  for (const { name, text, good } of lines) console.log(`${good ? "ok  " : "LOW "} ${name}: ${text}`);
  for (const { id, title, score, scoreDisplayMode } of Object.values(audits)) {
    if (scoreDisplayMode === "binary" && score === 0) console.log(`     not passed: ${id}: ${title}`);
  }
  return lines.every(({ good }) => good) ? 0 : 1;
}

/** What scripts weighed on the line. */
function scriptBytes(audits: Lhr["audits"]): number {
  const details = audits["network-requests"]?.details;
  const requests = details?.type === "table" ? details.items : [];
  return requests
    .filter((request) => request.resourceType === "Script")
    .reduce((total, request) => total + Number(request.transferSize ?? 0), 0);
}

/** What every page of this build loads, packed: the framework's own start. */
function emptyPageBytes(): number {
  const manifest = JSON.parse(readFileSync(`${ROOT}.next/build-manifest.json`, "utf8"));
  const files: string[] = manifest.rootMainFiles;
  return globSync(files, { cwd: `${ROOT}.next` })
    .map((file) => gzipSync(readFileSync(`${ROOT}.next/${file}`)).length)
    .reduce((total, size) => total + size, 0);
}
