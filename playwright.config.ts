import { defineConfig, devices } from "playwright/test";
import { present } from "./e2e/browser.ts";

const asRoot = process.getuid?.() === 0;

/** Run by `npm run e2e`, which builds first and sets what the tests need. */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/global-setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  use: {
    locale: "en-GB",
    timezoneId: "Africa/Lagos",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: present(),
      args: [
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        ...(asRoot ? ["--no-sandbox"] : []),
      ],
    },
  },
  projects: [
    {
      name: "phone",
      testMatch: "**/*.e2e.ts",
      use: { ...devices["Pixel 5"], viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 },
    },
    { name: "desktop", testMatch: "**/*.e2e.ts", use: { viewport: { width: 1280, height: 800 } } },
    /** Whole systems of real processes, without a browser. */
    { name: "system", testMatch: "**/*.system.ts", timeout: 120_000 },
    /** Systems whose verbs are called in the test itself, which is configured once: a process for each file. */
    { name: "guard", testMatch: "**/guard.alone.ts", timeout: 120_000 },
    {
      name: "matrix",
      testMatch: "**/matrix.alone.ts",
      dependencies: ["phone", "desktop", "system", "guard"],
    },
    /** After all others: what kills and restarts all the time would only make them slow. */
    { name: "chaos", testMatch: "**/*.chaos.ts", dependencies: ["matrix"] },
  ],
});
