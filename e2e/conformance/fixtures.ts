import { test as base } from "playwright/test";
import { PATIENCE_MS } from "#lib/testing/patience";
import type { Service } from "./door.ts";
import { type Portal, portalService } from "./portal-service.ts";
import { sandboxService } from "./sandbox-service.ts";

interface WorkerFixtures {
  /** Production portal and what belongs to it, shared by the tests of a worker. */
  portal: Portal;
  sandbox: Service;
}

export const test = base.extend<object, WorkerFixtures>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const portal = await portalService();
      await use(portal);
      await portal.system.close();
    },
    { scope: "worker", timeout: 2 * PATIENCE_MS },
  ],
  sandbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const { service, close } = await sandboxService();
      await use(service);
      await close();
    },
    { scope: "worker" },
  ],
});

/** One promise of the interface, which the portal and the sandbox keep alike. */
export function conform(promise: string, keep: (service: Service) => Promise<void>): void {
  test(`${promise}, the portal`, ({ portal }) => keep(portal.service));
  test(`${promise}, the sandbox`, ({ sandbox }) => keep(sandbox));
}

export { expect } from "playwright/test";
