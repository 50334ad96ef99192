import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { webhookDeliveries } from "#db/schema/webhook";
import type { Ctx } from "#lib/core/context";
import { ownEndpoint } from "./own-endpoint.ts";
import type { EndpointId } from "./remove-endpoint.ts";
import { takeAsking } from "./take-asking.ts";

/** Sends an address a message that means nothing, at once. @throws not_found, rate_limited */
export function testEndpoint(ctx: Ctx, input: EndpointId): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { id: endpointId } = await ownEndpoint(tx, input.id);
    await takeAsking(tx, endpointId);
    await tx.db.insert(webhookDeliveries).values({ endpointId, type: "webhook.test", subject: "test" });
    await tx.db.execute(sql`select pg_notify('webhook', '')`);
  });
}
