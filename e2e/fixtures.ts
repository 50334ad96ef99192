import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type WebError,
} from "playwright/test";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import type { SandboxControl } from "#sandbox/control-client";
import { type PortalMember, type ServerKind, startServer, startSystem, type TestSystem } from "./harness.ts";
import { SharedWindow } from "./shared-window.ts";
import { TestAccounts, type TestPerson } from "./test-accounts.ts";

interface Stage extends TestSystem {
  member: PortalMember;
  people: TestAccounts;
}

interface TestFixtures {
  /** Where this test's browser comes from: each test is a caller of its own, as limits for an address see it. */
  address: string;
  /** The people of this test, made by the verbs of lib. */
  people: TestAccounts;
  /** Signs this test's browser in as a new reseller, or as the given account. */
  signIn(person?: TestPerson): Promise<TestPerson>;
  /** Orders what the upstream does; shared by the tests of one worker, so aim faults at your own number. */
  sandbox: SandboxControl;
  /** Allows console messages that this test expects, such as the 404 of a missing page. */
  allow(message: RegExp): void;
}

interface WorkerFixtures {
  variables: Record<string, string>;
  server: ServerKind;
  stage: Stage;
  /** The shared windows, by whether pages run script in them. */
  windows: Map<boolean, SharedWindow>;
}

/**
 * The fixtures of a browser test:
 *
 *     import { expect, expectAccessible, test } from "./fixtures.ts";
 *
 *     test("home shows the balance", async ({ page, signIn }) => {
 *       await signIn();
 *       await page.goto("/home");
 *       await expectAccessible(page);
 *     });
 *
 * Each worker has its own database, sandbox and production portal (`stage`); `page.goto("/…")` goes to it. A test
 * fails when the browser's console had an error or a warning that was not allowed, or a script threw.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  variables: [{}, { scope: "worker", option: true }],
  server: ["own", { scope: "worker", option: true }],
  stage: [
    async ({ variables, server }, use) => {
      const defaults = { TRUSTED_PROXIES: "127.0.0.1", WEBHOOK_ALLOW_PRIVATE: "1" };
      const system = await startSystem({ ...defaults, ...variables });
      const member = await startServer(system, server);
      await use({ ...system, member, people: new TestAccounts(system.database.systemCtx) });
      await system.close();
    },
    { scope: "worker", timeout: 2 * TEST_TIMEOUT_MS },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  windows: [async ({}, use) => use(new Map()), { scope: "worker" }],
  baseURL: async ({ stage }, use) => use(stage.member.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  address: async ({}, use) => use(`10.0.${testCount >> 8}.${testCount++ & 255}`),
  context: async ({ browser, windows, javaScriptEnabled, address, stage }, use) => {
    const script = javaScriptEnabled ?? true;
    const window = windows.get(script) ?? (await SharedWindow.open(browser));
    windows.set(script, window);
    // Not by the option of this name, by which no two tests would share a window.
    await window.context.setExtraHTTPHeaders({ "x-forwarded-for": address });
    await use(window.context);
    await window.empty(stage.member.url);
  },
  sandbox: async ({ stage }, use) => use(stage.upstream.control),
  people: async ({ stage }, use) => use(stage.people),
  signIn: async ({ context, people, stage }, use) => {
    await use(async (account) => {
      const person = account ?? (await people.reseller());
      await people.signIn(context, person, stage.member.url);
      return person;
    });
  },
  allow: [
    async ({ context, stage }, use, info) => {
      // They are kept out of all tests but the one about them: a page that was open for 3 s asks for what to put aside.
      const allowed = [/Service Worker registration blocked/];
      const { heard, end } = recordConsole(context);
      await use((message) => void allowed.push(message));
      end();
      if (info.status !== info.expectedStatus) {
        await info.attach("portal.log", { body: stage.member.log(), contentType: "text/plain" });
      }
      const unexpected = heard.filter((message) => !allowed.some((pattern) => pattern.test(message)));
      expect(unexpected, "the browser's console").toEqual([]);
    },
    { auto: true },
  ],
});

/** The number of tests that this worker has run; each has its own address. */
let testCount = 0;

function recordConsole(context: BrowserContext): { heard: string[]; end(): void } {
  const heard: string[] = [];
  const recordMessage = (message: ConsoleMessage) => {
    if (!["error", "warning"].includes(message.type())) return;
    heard.push(`${message.type()}: ${message.text()} at ${message.location().url}`);
  };
  const thrown = (error: WebError) => void heard.push(`thrown: ${error.error().stack}`);
  context.on("console", recordMessage).on("weberror", thrown);
  return { heard, end: () => void context.off("console", recordMessage).off("weberror", thrown) };
}

export { expectAccessible } from "./axe.ts";
export { expect };
