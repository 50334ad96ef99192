import { setTimeout as pause } from "node:timers/promises";
import { type PortalProcess, startPortalProcess } from "#bin/start/start-portal-process";
import { getFreePort } from "#db/embedded/free-port";
import { TestAccounts, type TestPerson } from "#e2e/test-accounts";
import type { Ctx } from "#lib/core/context";

/** As a browser waits before it connects again: app/api/events/event-stream.ts. */
const RECONNECT_MS = 3_000;

/** A process that serves pages, and a signed-in reseller who has a live page open. */
export interface LiveSite {
  /** Whether the process that was started at first still runs. */
  isRunning(): boolean;
  /** Resolves once a signed-in page responds. */
  waitForPage(): Promise<void>;
  /** Resolves once the live page hears of a purchase, on whatever line it has then. */
  waitForEvent(): Promise<void>;
  close(): Promise<void>;
}

type Reader = Pick<TestPerson, "id" | "role" | "level" | "email">;

export async function openLiveSite(system: Ctx, reader: Reader, log: string): Promise<LiveSite> {
  const port = await getFreePort();
  const url = `http://localhost:${port}`;
  const variables = { PORTAL_ROLES: "web", PORT: String(port), NEXTAUTH_URL: url };
  const portal: PortalProcess = await startPortalProcess(variables, log);
  const { name, value } = await new TestAccounts(system).cookie(reader);
  const headers = { Cookie: `${name}=${value}` };
  const waiting = new Set<() => void>();
  const closing = new AbortController();
  const listening = listenUntilClosed();

  async function listenUntilClosed(): Promise<void> {
    while (!closing.signal.aborted) {
      await readLine().catch(() => {});
      await pause(RECONNECT_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  async function readLine(): Promise<void> {
    const response = await fetch(`${url}/api/events`, { headers, signal: closing.signal });
    const text = response.body?.pipeThrough(new TextDecoderStream());
    for await (const part of text ?? []) {
      // The change without an ident only says that some may have been missed.
      if (!/"ident":"[^"]/.test(part)) continue;
      for (const resolve of waiting) resolve();
      waiting.clear();
    }
  }

  return {
    isRunning: () => portal.child.exitCode === null,
    async waitForPage() {
      for (;;) {
        const response = await fetch(`${url}/wallet`, { headers, redirect: "manual" }).catch(() => undefined);
        const body = await response?.text().catch(() => "");
        if (response?.status === 200 && body?.includes("</html>")) return;
        await pause(50);
      }
    },
    waitForEvent: () => new Promise<void>((resolve) => waiting.add(resolve)),
    async close() {
      closing.abort();
      await listening;
      await portal.stop();
    },
  };
}
