import { chromium, type Page } from "playwright/test";
import { browserPath } from "#e2e/browser";
import { startBusyPortal } from "./support/busy-portal.ts";
import { maxRow, printTable, type Row } from "./support/compare.ts";
import { type Hand, openSlowWindow } from "./support/slow-phone.ts";

const MAX_PAINT_MS = 100;
/** Of each kind of element, on each page. */
const MAX_ELEMENTS = 4;
/** Elements that a tap neither leaves the page by nor sends a form with. */
const TOUCHED = ["summary", "button[type=button]", "label:has(input[type=radio], input[type=checkbox])"];
const TYPED = "input:is([type=text], [type=tel], [type=search], [inputmode]), textarea";

/**
 * `npm run bench -- input [NAME…]`: the time from an input to the next paint on a slow phone: fields are typed into, and
 * boxes, disclosures and buttons that stay on the page are tapped. Per page the 98th percentile of the browser's own
 * measurement, which counts in steps of 8 ms and from 16 ms on. Returns 1 where one is longer than promised.
 */
export async function run(names: string[]): Promise<number> {
  await using portal = await startBusyPortal();
  await using browser = await chromium.launch({
    executablePath: await browserPath(),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const rows: Row[] = [];
  const isWanted = ({ name }: { name: string }) => names.length === 0 || names.includes(name);
  for (const { name, path, cookie } of portal.pages.filter((page) => !page.isText && isWanted(page))) {
    const window = await openSlowWindow(browser, { url: portal.url, ...(cookie && { cookie }) });
    await window.measure(path, async (hand) => {
      const what = `${name}, inputs`;
      rows.push(maxRow({ what, unit: "ms" }, [percentile98(await measurePaints(hand))], MAX_PAINT_MS));
    });
    await window.close();
  }
  return printTable("input", rows);
}

/** @returns the milliseconds until the next paint, of each input; 0 below 16. */
async function measurePaints(hand: Hand): Promise<number[]> {
  const { page } = hand;
  await page.evaluate(recordInputs);
  let inputs = 0;
  for (const selector of TOUCHED) inputs += await tapEach(page, selector);
  inputs += await tapEach(page, TYPED, () => hand.type("0"));
  if (inputs === 0) throw new Error(`${page.url()} has no place for an input.`);
  await page.evaluate(waitForPaint);
  const paints = await page.evaluate(readPaints);
  return [...paints, ...Array.from({ length: Math.max(0, inputs - paints.length) }, () => 0)];
}

/**
 * Taps the first elements that a thumb reaches: not one that another covers, or that is gone by then. Each is scrolled to
 * and painted before; the browser's own tap is used, since that of Playwright runs script in the page, slowed as well.
 */
async function tapEach(page: Page, selector: string, then = async () => {}): Promise<number> {
  let reached = 0;
  for (const element of await page.locator(selector).filter({ visible: true }).all()) {
    if (reached === MAX_ELEMENTS) break;
    const point = (await element.isVisible()) && (await element.evaluate(scrollTo));
    if (!point) continue;
    await page.evaluate(waitForPaint);
    await page.touchscreen.tap(point.x, point.y);
    await then();
    reached += 1;
  }
  return reached;
}

/** Runs in the page. @returns an element's middle, unless another covers it. */
function scrollTo(element: Element): { x: number; y: number } | undefined {
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = element.getBoundingClientRect();
  const middle = { x: x + width / 2, y: y + height / 2 };
  return element.contains(document.elementFromPoint(middle.x, middle.y)) ? middle : undefined;
}

interface Recorded {
  /** The longest event of each input, in ms, by its id. */
  paintByInput: Map<number, number>;
}

/** Runs in the page: remembers how long each input's next paint took. */
function recordInputs(): void {
  const paintByInput = new Map<number, number>();
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(add));
  const add = (entry: PerformanceEntry) => {
    const { interactionId, duration } = entry as PerformanceEventTiming;
    if (interactionId > 0)
      paintByInput.set(interactionId, Math.max(paintByInput.get(interactionId) ?? 0, duration));
  };
  observer.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  Object.assign(globalThis, { paintByInput } satisfies Recorded);
}

/** Runs in the page: waits until it has painted the last change. */
async function waitForPaint(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await new Promise((resolve) => setTimeout(resolve));
}

function readPaints(): number[] {
  return [...(globalThis as unknown as Recorded).paintByInput.values()];
}

function percentile98(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.98) - 1] ?? 0;
}
