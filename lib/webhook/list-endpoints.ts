import { and, asc, eq, isNull } from "drizzle-orm";
import { webhookEndpoints } from "#db/schema/webhook";
import { type Ctx, requireReseller } from "#lib/core/context";

/** An address that is told of what happens; its secret is not shown again. */
export interface EndpointView {
  id: number;
  url: string;
  events: ("purchases" | "plans")[];
  createdAt: Date;
}

/** The acting reseller's addresses, in the order in which they were added. */
export async function listEndpoints(ctx: Ctx): Promise<EndpointView[]> {
  const { id, url, events, createdAt, resellerId, removedAt } = webhookEndpoints;
  return ctx.db
    .select({ id, url, events, createdAt })
    .from(webhookEndpoints)
    .where(and(eq(resellerId, requireReseller(ctx).id), isNull(removedAt)))
    .orderBy(asc(id));
}
