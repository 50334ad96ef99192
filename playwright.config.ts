import { availableParallelism } from "node:os";
import { defineConfig, devices } from "playwright/test";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { findInstalledBrowser } from "./e2e/browser.ts";
import type { WorkerFixtures } from "./e2e/conformance/fixtures.ts";
import "./bin/quick-imports.ts";

/**
 * Most of these are Playwright's own, which a second flag of this name replaces. The last three: Chromium with windows,
 * which are invisible here, makes two pages for the address bar of each, and a process in case there is one more site.
 * That is a third of the browser's work.
 */
const WITHOUT = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "PreconnectToSearch"],
  ...[
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "AimEnabled",
  ],
  ...["NetworkTimeServiceQuerying", "TcpPortRandomizationWin"],
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"],
];

const asRoot = process.getuid?.() === 0;

/** Run by `npm run e2e`, which builds first and sets what the tests need. */
export default defineConfig<object, Pick<WorkerFixtures, "server">>({
  testDir: "e2e",
  // Node itself writes this cache.
  build: { external: ["**/*.ts"] },
  globalSetup: "./e2e/global-setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  workers: availableParallelism(),
  retries: 0,
  timeout: 3 * TEST_TIMEOUT_MS,
  expect: { timeout: TEST_TIMEOUT_MS },
  use: {
    locale: "en-GB",
    timezoneId: "Africa/Lagos",
    screenshot: "only-on-failure",
    // Its responses aren't visible to tests, nor delayed by them; its own test allows it.
    serviceWorkers: "block",
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: TEST_TIMEOUT_MS,
    navigationTimeout: TEST_TIMEOUT_MS,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? findInstalledBrowser(),
      timeout: TEST_TIMEOUT_MS,
      args: [
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        `--disable-features=${WITHOUT}`,
        // One process for all pages of a test, which are of one site; no two tests share one.
        "--renderer-process-limit=1",
        "--disable-site-isolation-trials",
        "--in-process-gpu",
        ...(asRoot ? ["--no-sandbox"] : []),
      ],
    },
  },
  projects: [
    {
      name: "phone",
      testMatch: "**/*.{phone,both}.ts",
      use: { ...devices["Pixel 5"], viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 },
    },
    {
      name: "desktop",
      testMatch: "**/*.{desktop,both}.ts",
      use: { viewport: { width: 1280, height: 800 } },
    },
    /** Whole systems of real processes, without a browser; most of a file's tests share one. */
    { name: "system", testMatch: "**/*.system.ts", fullyParallel: false },
    /**
     * Systems whose service functions are called in the test itself, which is configured once: a process for each file.
     */
    { name: "guard", testMatch: "**/guard.alone.ts", fullyParallel: false },
    { name: "matrix", testMatch: "**/*matrix.alone.ts", fullyParallel: false },
    { name: "chaos", testMatch: "**/*.chaos.ts" },
  ],
});
