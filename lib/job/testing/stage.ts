import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { vi } from "vitest";
import { startWorker } from "#lib/job/start-worker";
import { modules } from "#lib/modules";
import { listLaneStates } from "#lib/monitoring/lane-states";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { type Scene, scene } from "#lib/testing/scene";
import { type Mailbox, startMailbox } from "#sandbox/mail/server";
import { type PaymentsSandbox, startPaymentProviders } from "#sandbox/payments/server";
import { type Phones, startPhones } from "#sandbox/phones/server";

/** A portal's background work, with the external services that it uses. */
export interface Stage {
  at: Scene;
  bank: PaymentsSandbox;
  mailbox: Mailbox;
  phones: Phones;
  /** A server that accepts every message, except for paths under `/hang`, to which it never responds. */
  url: string;
  /** Returns whether a lane shows due or failing work. */
  showsTrouble(lane: string): Promise<boolean>;
  /** Resolves when something holds. */
  until(check: () => Promise<boolean>): Promise<void>;
  /** Runs a scheduled lane, and resolves when it has succeeded once more. */
  runNow(lane: string): Promise<void>;
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
  const [bank, mailbox, phones] = await Promise.all([startPaymentProviders(), startMailbox(), startPhones()]);
  const at = await scene({
    ...bank.variables,
    ...mailbox.variables,
    ...phones.variables.termii,
    WEBHOOK_ALLOW_PRIVATE: "1",
    ALERT_TELEGRAM_TOKEN: "123456:canary-bot",
    ALERT_TELEGRAM_BASE_URL: `${url}/hang`,
  });
  const worker = await startWorker(modules);
  const until = async (check: () => Promise<boolean>) => {
    await vi.waitUntil(check, { timeout: TEST_TIMEOUT_MS, interval: 20 });
  };
  return {
    at,
    bank,
    mailbox,
    phones,
    url,
    until,
    async showsTrouble(lane) {
      const state = (await listLaneStates(at.system, modules)).find(({ name }) => name === lane);
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
      phones.faults();
      for (const response of hanging) response.destroy();
      await Promise.all([worker.stop(), bank.close()]);
      await Promise.all([mailbox.close(), phones.close()]);
      server.closeAllConnections();
      server.close();
      await at.close();
    },
  };
}
