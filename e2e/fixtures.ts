import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type WebError,
} from "playwright/test";
import { PATIENCE_MS } from "#lib/testing/patience";
import type { SandboxControl } from "#sandbox/control-client";
import { type Member, type System, startSystem } from "./harness.ts";
import { People, type TestPerson } from "./people.ts";
import { Window } from "./window.ts";

interface Stage extends System {
  member: Member;
  people: People;
}

interface Fixtures {
  /** Where this test's browser comes from: each test is a caller of its own, as limits for an address see it. */
  address: string;
  /** The people of this test, made by the verbs of lib. */
  people: People;
  /** Signs this test's browser in as a new reseller, or as whom is given. */
  signIn(person?: TestPerson): Promise<TestPerson>;
  /** Orders what the upstream does; shared by the tests of one worker, so aim faults at your own number. */
  sandbox: SandboxControl;
  /** Console messages that this test expects, such as the 404 of a page that is not there. */
  allow(message: RegExp): void;
}

interface Worker {
  variables: Record<string, string>;
  stage: Stage;
  /** The shared windows, by whether pages run script in them. */
  windows: Map<boolean, Window>;
}

/**
 * What a browser test is written with:
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
export const test = base.extend<Fixtures, Worker>({
  variables: [{}, { scope: "worker", option: true }],
  stage: [
    async ({ variables }, use) => {
      const here = { TRUSTED_PROXIES: "127.0.0.1", WEBHOOK_ALLOW_PRIVATE: "1" };
      const system = await startSystem({ ...here, ...variables });
      const member = await system.start();
      await use({ ...system, member, people: new People(system.database.systemCtx) });
      await system.close();
    },
    { scope: "worker", timeout: 2 * PATIENCE_MS },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  windows: [async ({}, use) => use(new Map()), { scope: "worker" }],
  baseURL: async ({ stage }, use) => use(stage.member.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  address: async ({}, use) => use(`10.0.${callers >> 8}.${callers++ & 255}`),
  context: async ({ browser, windows, javaScriptEnabled, address, stage }, use) => {
    const script = javaScriptEnabled ?? true;
    const window = windows.get(script) ?? (await Window.open(browser));
    windows.set(script, window);
    // Not by the option of this name, by which no two tests would share a window.
    await window.context.setExtraHTTPHeaders({ "x-forwarded-for": address });
    await use(window.context);
    await window.empty(stage.member.url);
  },
  sandbox: async ({ stage }, use) => use(stage.upstream.control),
  people: async ({ stage }, use) => use(stage.people),
  signIn: async ({ context, people, stage }, use) => {
    await use(async (given) => {
      const person = given ?? (await people.reseller());
      await people.signIn(context, person, stage.member.url);
      return person;
    });
  },
  allow: [
    async ({ context, stage }, use, info) => {
      // They are kept out of all tests but the one about them: a page that was open for 3 s asks for what to put aside.
      const allowed = [/Service Worker registration blocked/, /\/offline\/kept$/];
      const { heard, end } = listen(context);
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

/** How many tests this worker has run, each with an address of its own. */
let callers = 0;

function listen(context: BrowserContext): { heard: string[]; end(): void } {
  const heard: string[] = [];
  const told = (message: ConsoleMessage) => {
    if (!["error", "warning"].includes(message.type())) return;
    heard.push(`${message.type()}: ${message.text()} at ${message.location().url}`);
  };
  const thrown = (error: WebError) => void heard.push(`thrown: ${error.error().stack}`);
  context.on("console", told).on("weberror", thrown);
  return { heard, end: () => void context.off("console", told).off("weberror", thrown) };
}

export { expectAccessible } from "./axe.ts";
export { expect };
