import type { Browser, BrowserContext, CDPSession } from "playwright/test";

/** Where pages keep things of their own, next to cookies. */
const STORAGE_TYPES = "local_storage,indexeddb,cache_storage,service_workers";

/**
 * A window that the tests of a worker share, empty again after each: no page, cookie or permission is left of it. Scripts
 * and styles stay in the browser, which would otherwise fetch and compile them for each test: a third of what a page
 * costs.
 */
export class SharedWindow {
  readonly context: BrowserContext;
  /** A blank page, by which the process of pages stays too. */
  readonly #blank: CDPSession;

  static async open(browser: Browser): Promise<SharedWindow> {
    const context = await browser.newContext();
    await context.addInitScript(disablePrefetch);
    return new SharedWindow(context, await context.newCDPSession(await context.newPage()));
  }

  private constructor(context: BrowserContext, blank: CDPSession) {
    this.context = context;
    this.#blank = blank;
  }

  async empty(origin: string): Promise<void> {
    const { context } = this;
    const [, ...pages] = context.pages();
    await Promise.all(pages.map((page) => page.close()));
    await Promise.all([
      context.clearCookies(),
      context.clearPermissions(),
      context.unrouteAll(),
      this.#blank.send("Storage.clearDataForOrigin", { origin, storageTypes: STORAGE_TYPES }),
    ]);
  }
}

/**
 * Runs in each page: links that are in sight are not fetched ahead, which is half a dozen requests a page that no test is
 * about. One that a hand comes near still is, and all of them in windows of a test's own.
 */
function disablePrefetch(): void {
  Reflect.deleteProperty(globalThis, "IntersectionObserver");
}
