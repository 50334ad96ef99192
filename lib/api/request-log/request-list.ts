import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { apiRequests } from "#db/schema/api-request";
import { tokens } from "#db/schema/token";
import { type Ctx, requireAdmin, requireReseller } from "#lib/core/context";
import { buildDayChecks, readIdBounds } from "#lib/core/list/filter-days";
import { defineList, type ListFilter, type RowOf } from "#lib/core/list/list";
import { readRows } from "#lib/core/read-rows";
import { readIdent } from "#lib/core/text/search-text";
import { SearchText } from "#lib/core/text/single-line-text";
import { Day } from "#lib/core/time/day";

/** The alias that filters and pages use. */
const p = alias(apiRequests, "p");

const requestFilter = {
  /** The class of the status: up to 399, from 400, from 500. */
  status: z.enum(["successful", "rejected", "failed"]),
  method: z.enum(["GET", "POST"]),
  mode: z.enum(["live", "test"]),
  /** `late`: nothing was bought, because the ref is that of an older purchase. */
  replays: z.enum(["late"]),
  /** A request ID, or the ref or ident of a purchase. */
  q: SearchText,
  from: Day,
  to: Day,
};

/** The acting reseller's API requests of the last days, newest first. */
export const ownRequestList = defineRequestList(requireReseller, (ctx) => requireReseller(ctx).id);

/** A reseller's API requests, for admins. */
export const createRequestList = (resellerId: number) => defineRequestList(requireAdmin, () => resellerId);

export type RequestView = RowOf<typeof ownRequestList>;

function defineRequestList(allow: (ctx: Ctx) => unknown, getResellerId: (ctx: Ctx) => number) {
  return defineList({
    allow,
    filter: requestFilter,
    pageSize: 50,
    fromReplica: true,
    read: async (ctx, filter, slice) => {
      const resellerId = getResellerId(ctx);
      const rows = await ctx.db
        .select({
          ...{ id: p.id, at: p.at, requestId: p.requestId, method: p.method, path: p.path },
          ...{ status: p.status, durationMs: p.durationMs, ref: p.ref, error: p.error },
          ...{ test: p.test, token: tokens.name, address: p.address },
          ...{ lateReplay: p.lateReplay },
        })
        .from(p)
        .innerJoin(tokens, eq(tokens.id, p.tokenId))
        .where(
          and(
            eq(p.resellerId, resellerId),
            ...(await buildRequestConditions(ctx, resellerId, filter)),
            ...slice.conditions,
          ),
        )
        .orderBy(slice.orderBy)
        .limit(slice.limit);
      const idents = await findPurchaseIdents(ctx, resellerId, rows);
      return slice.page(rows, (row) => ({
        ...row,
        /** Of the live purchase that the ref names. */
        purchase: (!row.test && row.ref !== null && idents.get(row.ref)) || null,
      }));
    },
    file: {
      name: "requests",
      columns: {
        time: ({ at }) => at,
        "request id": ({ requestId }) => requestId,
        method: ({ method }) => method,
        path: ({ path }) => path,
        status: ({ status }) => status,
        "duration ms": ({ durationMs }) => durationMs,
        reference: ({ ref }) => ref,
        error: ({ error }) => error,
        mode: ({ test }) => (test ? "test" : "live"),
        token: ({ token }) => token,
        address: ({ address }) => address,
      },
    },
  });
}

/** Builds the conditions of a filter on `api_requests p`; the caller adds the reseller's. */
export async function buildRequestConditions(
  ctx: Pick<Ctx, "db">,
  resellerId: number,
  { status, method, mode, replays, q, from, to }: ListFilter<typeof requestFilter>,
): Promise<SQL[]> {
  const conditions: SQL[] = [];
  if (status === "successful") conditions.push(sql`p.status < 400`);
  if (status === "rejected") conditions.push(sql`p.status >= 400 and p.status < 500`);
  // The first part is that of the partial index.
  if (status === "failed") conditions.push(sql`p.status >= 400 and p.status >= 500`);
  if (method) conditions.push(sql`p.method = ${method}`);
  if (replays) conditions.push(sql`p.late_replay`);
  if (mode) conditions.push(sql`p.test = ${mode === "test"}`);
  if (q) conditions.push(buildSearchCondition(resellerId, q));
  const bounds = await readIdBounds(
    ctx,
    sql`b.at`,
    { from, to },
    (nearest) => sql`select b.id from api_requests b where ${nearest}`,
  );
  return [...conditions, ...bounds(sql`p.id`), ...buildDayChecks(sql`p.at`, { from, to })];
}

/** Matches exactly, each kind by its index, whatever the planner expects. */
function buildSearchCondition(resellerId: number, q: string): SQL {
  return sql`p.id = any(array(
    select r.id from api_requests r where r.request_id = ${q.toLowerCase()}
    union all select r.id from api_requests r where r.reseller_id = ${resellerId} and r.ref = any(array(
      select ${q} union all select u.ref from purchases u
      where u.ident = ${readIdent(q)} and u.reseller_id = ${resellerId} and u.namespace = 'buyer'))))`;
}

/** Returns the idents of the purchases that refs name, by ref or ident. */
async function findPurchaseIdents(
  { db }: Ctx,
  resellerId: number,
  rows: readonly { ref: string | null; test: boolean }[],
): Promise<Map<string, string>> {
  const refs = [...new Set(rows.flatMap(({ ref, test }) => (test || ref === null ? [] : [ref])))];
  if (refs.length === 0) return new Map();
  const purchases = await readRows(db, z.object({ ref: z.string(), ident: z.string() }))`
    select ident as ref, ident
    from purchases
    where reseller_id = ${resellerId} and ident in ${refs}
    union all
    select ref, ident
    from purchases
    where reseller_id = ${resellerId} and namespace = 'buyer' and ref in ${refs}`;
  return new Map(purchases.map(({ ref, ident }) => [ref, ident]));
}
