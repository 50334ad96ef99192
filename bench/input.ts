import { type BrowserContext, chromium, type Page } from "playwright/test";
import { browserPath } from "#e2e/browser";
import { type BenchPage, startBusyPortal } from "./support/busy-portal.ts";
import { maxRow, printTable, type Row } from "./support/compare.ts";
import { CPU_SLOWDOWN, PHONE } from "./support/slow-phone.ts";

const MAX_PAINT_MS = 100;
/** Of each kind of element, on each page. */
const MAX_ELEMENTS = 4;
/** Elements that a tap neither leaves the page by nor sends a form with. */
const TOUCHED = ["summary", "button[type=button]", "label:has(input[type=radio], input[type=checkbox])"];
const TYPED = "input:is([type=text], [type=tel], [type=search], [inputmode]), textarea";

/**
 * `npm run bench -- input [NAME…]`: the time from an input to the next paint on a phone a quarter as fast: fields are
 * typed into, and boxes, disclosures and buttons that stay on the page are tapped. Per page the 98th percentile of the
 * browser's own measurement, which counts in steps of 8 ms. Returns 1 where one is longer than promised.
 */
export async function run(names: string[]): Promise<number> {
  await using portal = await startBusyPortal();
  await using browser = await chromium.launch({
    executablePath: await browserPath(),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const rows: Row[] = [];
  for (const page of portal.pages.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const context = await browser.newContext({ ...PHONE, serviceWorkers: "block" });
    const [name = "", value = ""] = page.cookie?.split("=") ?? [];
    if (page.cookie) await context.addCookies([{ name, value, url: portal.url }]);
    const paints = await measurePaints(context, portal.url, page);
    if (paints.length > 0)
      rows.push(
        maxRow(
          { what: `${page.name}, ${paints.length} inputs`, unit: "ms" },
          [percentile98(paints)],
          MAX_PAINT_MS,
        ),
      );
    await context.close();
  }
  return printTable("input", rows);
}

async function measurePaints(context: BrowserContext, url: string, { path }: BenchPage): Promise<number[]> {
  await context.addInitScript(recordInputs);
  const page = await context.newPage();
  await page.goto(url + path, { waitUntil: "load" });
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  for (const selector of TOUCHED) await touch(page, selector, (element) => element.tap({ timeout: 5_000 }));
  await touch(page, TYPED, async (element) => {
    await element.tap({ timeout: 5_000 });
    await page.keyboard.type("0803", { delay: 100 });
  });
  // The page hears of the last paint a moment later.
  await page.waitForTimeout(500);
  return page.evaluate(() => Object.values((globalThis as unknown as Recorded).paintByInput));
}

type Element = Awaited<ReturnType<ReturnType<Page["locator"]>["all"]>>[number];

/** Touches the first elements that are seen; one that another covers meanwhile is passed by. */
async function touch(page: Page, selector: string, act: (element: Element) => Promise<void>): Promise<void> {
  const seen = page.locator(selector).filter({ visible: true });
  for (const element of (await seen.all()).slice(0, MAX_ELEMENTS)) await act(element).catch(() => {});
}

interface Recorded {
  /** The longest event of each input, in ms, by its id. */
  paintByInput: Record<number, number>;
}

/** Runs in the page: remembers how long each input's next paint took, from 16 ms on. */
function recordInputs(): void {
  const recorded = globalThis as unknown as Recorded;
  recorded.paintByInput = {};
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId > 0)
        recorded.paintByInput[interactionId] = Math.max(recorded.paintByInput[interactionId] ?? 0, duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

function percentile98(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.98) - 1] ?? 0;
}
