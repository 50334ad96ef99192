import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant, reference } from "./columns.ts";

/**
 * Requests to the API of the last days, without bodies and secrets. Its rows are written after the responses
 * and refer to nothing, so that they wait for no other row.
 */
export const apiRequests = pgTable(
  "api_requests",
  {
    id: bigint("id", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    at: instant("at").notNull(),
    /** `X-Request-Id` of the response. */
    requestId: text("request_id").notNull(),
    resellerId: reference("reseller_id").notNull(),
    tokenId: reference("token_id").notNull(),
    test: boolean("test").notNull(),
    method: text("method").notNull(),
    /** With the query; masked and bounded. */
    path: text("path").notNull(),
    status: smallint("status").notNull(),
    durationMs: integer("duration_ms").notNull(),
    ref: text("ref"),
    /** The text of a response from 400 on; bounded. */
    error: text("error"),
    address: text("address"),
    /** Nothing was bought, because its ref is that of an older purchase. */
    lateReplay: boolean("late_replay").notNull().default(false),
  },
  (t) => [
    // By the id alone, the planner would look for a reseller's rows among those of all.
    primaryKey({ columns: [t.resellerId, t.id] }),
    uniqueIndex("api_requests_request_id").on(t.requestId),
    index("api_requests_failed").on(t.resellerId, t.id).where(sql`${t.status} >= 400`),
    index("api_requests_ref").on(t.resellerId, t.ref, t.id).where(sql`${t.ref} is not null`),
    index("api_requests_at").on(t.at),
    index("api_requests_late").on(t.resellerId, t.id).where(sql`${t.lateReplay}`),
  ],
);
