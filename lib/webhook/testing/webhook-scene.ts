import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { listWebhookEvents } from "#lib/core/module";
import { modules } from "#lib/modules";
import { type Scene, scene } from "#lib/testing/scene";
import { addEndpoint } from "#lib/webhook/endpoints";
import { createWebhookLane } from "#lib/webhook/webhook-sender";

interface ReceivedEvent {
  headers: Record<string, string>;
  body: string;
}

/** A portal, and a server that receives its webhooks. */
export interface WebhookScene {
  at: Scene;
  received: ReceivedEvent[];
  /** The response of the server. */
  response: { status: number; body: string };
  /** Adds an endpoint of a new reseller. */
  listen(): Promise<{ ctx: Ctx; resellerId: number; id: number; secret: string }>;
  /** Queues events for an endpoint, `ago` hours old; those of different ages are queued in this order. */
  queue(endpointId: number, options?: QueueOptions): Promise<void>;
  /** Sends until nothing is due. @returns how many events were attempted */
  sendDue(): Promise<number>;
  close(): Promise<void>;
}

interface QueueOptions {
  count?: number;
  hoursAgo?: number;
  state?: "waiting" | "delivered" | "failed";
  type?: string;
}

export async function startWebhookScene(): Promise<WebhookScene> {
  const at = await scene({ WEBHOOK_ALLOW_PRIVATE: "1" });
  const received: ReceivedEvent[] = [];
  const response = { status: 204, body: "" };
  const server = createServer(async (request, answer) => {
    received.push({ headers: toPlainHeaders(request.headers), body: await text(request) });
    answer.writeHead(response.status).end(response.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return {
    ...{ at, received, response },
    async listen() {
      const { ctx, id: resellerId } = await at.reseller("api");
      return { ctx, resellerId, ...(await addEndpoint(ctx, { url, events: ["purchases"] })) };
    },
    async queue(endpointId, { count = 1, hoursAgo = 0, state = "waiting", type = "webhook.test" } = {}) {
      await at.system.db.execute(sql`
        insert into deliveries (channel, target, account_id, type, subject, body, state, created_at, done_at)
        select 'webhooks', e.id, e.reseller_id, ${type}, n, '{"n":' || n || '}', ${state}, now() - make_interval(hours => ${hoursAgo}::int),
          case when ${state} <> 'waiting' then now() end
        from webhook_endpoints e, generate_series(1, ${count}::int) n where e.id = ${endpointId} order by n`);
    },
    async sendDue() {
      const lane = createWebhookLane(at.system, listWebhookEvents(modules));
      const { signal } = new AbortController();
      for (let attempted = 0; ; ) {
        const { items } = await lane.claim([]);
        if (items.length === 0) return attempted;
        attempted += items.length;
        await Promise.all(items.map((delivery) => lane.handle(delivery, signal)));
      }
    },
    async close() {
      server.close();
      await at.close();
    },
  };
}

const toPlainHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
