import { sql } from "drizzle-orm";
import { webhookDeliveries } from "#db/schema/webhook";
import type { Ctx } from "#lib/core/context";
import { ownEndpoint } from "./own-endpoint.ts";
import type { EndpointId } from "./remove-endpoint.ts";

/** Sends an address a message that means nothing, at once. @throws not_found */
export async function testEndpoint(ctx: Ctx, input: EndpointId): Promise<void> {
  const { id: endpointId } = await ownEndpoint(ctx, input.id);
  await ctx.db.insert(webhookDeliveries).values({ endpointId, type: "webhook.test", subject: "test" });
  await ctx.db.execute(sql`select pg_notify('webhook', '')`);
}
