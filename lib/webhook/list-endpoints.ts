import { and, asc, eq, isNull } from "drizzle-orm";
import { webhookEndpoints } from "#db/schema/webhook";
import { type Ctx, requireReseller } from "#lib/core/context";
import { unseal } from "#lib/core/seal";

/** A webhook endpoint, without its secret. */
export interface EndpointView {
  id: number;
  url: string;
  events: ("purchases" | "plans" | "announcements")[];
  /** Whether it gets the events of test mode, and no others. */
  test: boolean;
  createdAt: Date;
  /** Whether its secret can still be decrypted: without it nothing can be signed. */
  signs: boolean;
}

/** Returns the acting reseller's endpoints, in the order in which they were added. */
export async function listEndpoints(ctx: Ctx): Promise<EndpointView[]> {
  const { id, url, events, test, createdAt, sealedSecret, resellerId, removedAt } = webhookEndpoints;
  const rows = await ctx.db
    .select({ id, url, events, test, createdAt, sealedSecret })
    .from(webhookEndpoints)
    .where(and(eq(resellerId, requireReseller(ctx).id), isNull(removedAt)))
    .orderBy(asc(id));
  return rows.map(({ sealedSecret, ...row }) => ({ ...row, signs: canUnseal(sealedSecret) }));
}

function canUnseal(sealed: string): boolean {
  try {
    return unseal(sealed) !== "";
  } catch {
    return false;
  }
}
