import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterAll } from "vitest";
import { listWebhookEvents } from "#lib/core/module";
import { handleEvents } from "#lib/event/testing/handle-events";
import { modules } from "#lib/modules";
import { openScene } from "#lib/testing/open-scene";
import { type AddEndpointInput, addEndpoint } from "#lib/webhook/endpoints";
import { createWebhookLane } from "#lib/webhook/webhook-sender";

interface QueueOptions {
  count?: number;
  hoursAgo?: number;
  state?: "waiting" | "delivered" | "failed";
  type?: string;
}

/** Opens a portal and a server that receives its webhooks, for the tests of a file. */
export async function openWebhookScene() {
  const at = await openScene({ WEBHOOK_ALLOW_PRIVATE: "1" });
  const received: { headers: Record<string, string>; body: string }[] = [];
  const response = { status: 204, body: "", location: "" };
  const server = createServer(async (request, answer) => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    received.push({ headers: Object.fromEntries(headers), body: await text(request) });
    const { status, body, location } = response;
    answer.writeHead(status, status >= 300 && status < 400 ? { Location: location || url } : {}).end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  afterAll(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return {
    ...{ at, url, received, response },
    /** Adds an endpoint of a new reseller. */
    async listen(events: AddEndpointInput["events"] = ["purchases"], mode: "live" | "test" = "live") {
      const { ctx, id: resellerId } = await at.reseller("api");
      return { ctx, resellerId, ...(await addEndpoint(ctx, { url, events, mode })) };
    },
    /** Queues events for an endpoint; those of different ages are queued in this order. */
    async queue(
      endpointId: number,
      { count = 1, hoursAgo = 0, state = "waiting", type = "webhook.test" }: QueueOptions = {},
    ) {
      await at.system.db.execute(sql`
        insert into deliveries (channel, target, account_id, type, subject, body, state, created_at, done_at)
        select 'webhooks', e.id, e.reseller_id, ${type}, n, '{"n":' || n || '}', ${state}, now() - make_interval(hours => ${hoursAgo}::int),
          case when ${state} <> 'waiting' then now() end
        from webhook_endpoints e, generate_series(1, ${count}::int) n where e.id = ${endpointId} order by n`);
    },
    /** Sends until nothing is due. @returns how many events were attempted, and in how many ms the next one is due */
    async sendDue() {
      await handleEvents(at.system);
      const lane = createWebhookLane(at.system, listWebhookEvents(modules));
      const { signal } = new AbortController();
      for (let attempted = 0; ; ) {
        const { items, nextInMs } = await lane.claim([]);
        if (items.length === 0) return { attempted, nextInMs };
        attempted += items.length;
        await Promise.all(items.map((delivery) => lane.handle(delivery, signal)));
      }
    },
  };
}
