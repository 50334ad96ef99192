import { eq } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { apiRequests } from "#db/schema/api-request";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { SearchResult } from "#lib/core/module";
import { ownRequestList } from "./request-list.ts";

const REQUEST_ID_PATTERN = /^[0-9a-f]{12}$/;

/** A request that an admin looks for by its ID. */
export interface FoundRequest {
  requestId: string;
  method: string;
  path: string;
  status: number;
  reseller: { id: number; name: string };
}

/** Finds a logged API request of any reseller by its ID. Admins only. */
export async function findRequest(ctx: Ctx, { q }: { q: string }): Promise<FoundRequest | undefined> {
  requireAdmin(ctx);
  const requestId = q.trim().toLowerCase();
  if (!REQUEST_ID_PATTERN.test(requestId)) return undefined;
  const { method, path, status } = apiRequests;
  const [request] = await ctx.db
    .select({
      ...{ requestId: apiRequests.requestId, method, path, status },
      reseller: { id: accounts.id, name: accounts.name },
    })
    .from(apiRequests)
    .innerJoin(accounts, eq(accounts.id, apiRequests.resellerId))
    .where(eq(apiRequests.requestId, requestId));
  return request;
}

/** Finds the acting reseller's request by its ID, for the command palette. */
export async function searchOwnRequests(ctx: Ctx, q: string): Promise<SearchResult[]> {
  const requestId = q.trim().toLowerCase();
  if (!REQUEST_ID_PATTERN.test(requestId)) return [];
  const { rows } = await ownRequestList.page(ctx, { q: requestId }, 1);
  return rows.map(({ method, path, status }) => ({
    href: `/settings/api/requests?q=${requestId}`,
    title: `${method} ${path}`,
    note: `API request, ${status}`,
  }));
}
