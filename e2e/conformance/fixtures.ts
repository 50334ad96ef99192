import { test as base } from "playwright/test";
import type { ServerKind } from "#e2e/harness";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { startPortalService, type TestPortal } from "./portal-service.ts";
import { startSandboxService } from "./sandbox-service.ts";
import type { TestedService } from "./tested-service.ts";

export interface WorkerFixtures {
  /** The server of the portal, by the project of `playwright.config.ts`. */
  server: ServerKind;
  /** Production portal and what belongs to it, shared by the tests of a worker. */
  portal: TestPortal;
  sandbox: TestedService;
}

export const test = base.extend<object, WorkerFixtures>({
  server: ["own", { option: true, scope: "worker" }],
  portal: [
    async ({ server }, use) => {
      const portal = await startPortalService(server);
      await use(portal);
      await portal.system.close();
    },
    { scope: "worker", timeout: 2 * TEST_TIMEOUT_MS },
  ],
  sandbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const { service, close } = await startSandboxService();
      await use(service);
      await close();
    },
    { scope: "worker" },
  ],
});

/** Tests one promise of the API, which the portal and the sandbox both keep. */
export function testConformance(promise: string, keep: (service: TestedService) => Promise<void>): void {
  test(`${promise}, the portal`, ({ portal }) => keep(portal.service));
  test(`${promise}, the sandbox`, ({ sandbox }) => keep(sandbox));
}

export { expect } from "playwright/test";
