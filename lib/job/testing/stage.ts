import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { vi } from "vitest";
import { database } from "#db/client";
import type { LaneName } from "#lib/core/lane-names";
import { laneStates } from "#lib/report/lane-states";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import { type Mailbox, startMailbox } from "#sandbox/mail/server";
import { type Payments, startPayments } from "#sandbox/payments/server";
import { startWorker } from "../start.ts";

/** A portal's background work, and the strangers it talks to. */
export interface Stage {
  at: Scene;
  bank: Payments;
  mailbox: Mailbox;
  /** A server that takes every message, but for paths under `/hang`, which it never answers. */
  url: string;
  /** Whether a lane shows that something waits or fails in it. */
  showsTrouble(lane: LaneName): Promise<boolean>;
  /** Resolves when something holds. */
  until(check: () => Promise<boolean>): Promise<void>;
  /** Runs a lane that comes at certain times, and resolves when it has succeeded once more. */
  runNow(lane: LaneName): Promise<void>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const hanging: ServerResponse[] = [];
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.startsWith("/hang")) hanging.push(response);
    else response.writeHead(204).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [bank, mailbox] = await Promise.all([startPayments(), startMailbox()]);
  const at = await scene({
    ...bank.variables,
    ...mailbox.variables,
    WEBHOOK_ALLOW_PRIVATE: "1",
    ALERT_TELEGRAM_TOKEN: "123456:canary-bot",
    ALERT_TELEGRAM_BASE_URL: `${url}/hang`,
  });
  const worker = await startWorker();
  const until = async (check: () => Promise<boolean>) => {
    await vi.waitUntil(check, { timeout: PATIENCE_MS, interval: 20 });
  };
  return {
    ...{ at, bank, mailbox, url, until },
    async showsTrouble(lane) {
      const state = (await laneStates(at.system)).find(({ name }) => name === lane);
      return state !== undefined && state.waiting + state.failing > 0;
    },
    async runNow(lane) {
      const succeeded = async () => {
        const [row] = await at.system.db.execute<{ at: string | null }>(
          sql`select succeeded_at::text as at from lanes where name = ${lane}`,
        );
        return row?.at ?? null;
      };
      const before = await succeeded();
      await at.system.db.execute(sql`select pg_notify('lane', ${lane})`);
      await until(async () => (await succeeded()) !== before);
    },
    async close() {
      mailbox.faults();
      for (const response of hanging) response.destroy();
      await Promise.all([worker.stop(), bank.close()]);
      await mailbox.close();
      server.closeAllConnections();
      server.close();
      await database().close();
      await at.close();
    },
  };
}
