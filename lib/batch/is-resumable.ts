import { sql } from "drizzle-orm";

/** The condition on a row of `batches` that its rows can be placed, as soon as it is due. */
export const IS_RESUMABLE = sql`state <> 'draft' and done_at is null
  and (pause is null or pause in ('money', 'limit', 'room', 'service'))`;
