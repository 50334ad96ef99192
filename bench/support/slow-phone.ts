import { type Browser, devices, type Locator, type Page } from "playwright/test";

/** A line of 400 kbit/s that answers after 400 ms, and a processor four times as slow, as in `lighthouse`. */
const BYTES_PER_SECOND = (400 * 1000) / 8;
const RTT_MS = 400;
const CPU_SLOWDOWN = 4;
/** The pace of a practised thumb on a number pad. */
const KEY_INTERVAL_MS = 100;
/** A page that listens for events never becomes idle. */
const MAX_IDLE_WAIT_MS = 3_000;

export interface JobFigures {
  taps: number;
  keys: number;
  seconds: number;
}

/** A person's hand, which counts what it does. */
export interface Hand {
  page: Page;
  tap(target: Locator): Promise<void>;
  type(text: string): Promise<void>;
  press(key: string): Promise<void>;
}

/** A browser window of one person, who keeps their cache from job to job, as people do. */
export interface SlowWindow {
  /** Opens `path` on a fast line, then measures `job` on a slow phone from its first act until it returns. */
  measure(path: string, job: (hand: Hand) => Promise<void>): Promise<JobFigures>;
  close(): Promise<void>;
}

interface WindowOptions {
  url: string;
  cookie?: string;
  /** A laptop instead of a phone: it is clicked, and the same line and processor are slow. */
  desktop?: boolean;
  javaScriptEnabled?: boolean;
}

const PHONE = { ...devices["Pixel 5"], viewport: { width: 360, height: 640 }, deviceScaleFactor: 2 };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

export async function openSlowWindow(
  browser: Browser,
  { url, cookie, desktop = false, javaScriptEnabled = true }: WindowOptions,
): Promise<SlowWindow> {
  const context = await browser.newContext({
    ...(desktop ? DESKTOP : PHONE),
    javaScriptEnabled,
    locale: "en-GB",
    timezoneId: "Africa/Lagos",
    // Its requests would pass by the slow line.
    serviceWorkers: "block",
  });
  const [name = "", value = ""] = cookie?.split("=") ?? [];
  if (cookie) await context.addCookies([{ name, value, url }]);
  return {
    async measure(path, job) {
      const page = await context.newPage();
      await page.goto(url + path, { waitUntil: "load" });
      if (javaScriptEnabled)
        await page.waitForLoadState("networkidle", { timeout: MAX_IDLE_WAIT_MS }).catch(() => {});
      await slowDown(page);
      const count = { taps: 0, keys: 0 };
      const began = performance.now();
      await job(createHand(page, count, desktop));
      const seconds = (performance.now() - began) / 1000;
      await page.close();
      return { ...count, seconds };
    },
    close: () => context.close(),
  };
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: RTT_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
}

function createHand(page: Page, count: Pick<JobFigures, "taps" | "keys">, desktop: boolean): Hand {
  return {
    page,
    async tap(target) {
      count.taps += 1;
      await (desktop ? target.click() : target.tap());
    },
    async type(text) {
      count.keys += text.length;
      await page.keyboard.type(text, { delay: KEY_INTERVAL_MS });
    },
    async press(key) {
      count.keys += 1;
      await page.keyboard.press(key);
    },
  };
}
