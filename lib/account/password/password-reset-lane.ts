import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import type { Ctx } from "#lib/core/context";
import type { Lane } from "#lib/core/lane/lane";
import { isNotPaused } from "#lib/core/lane/lane-record";
import { readRows } from "#lib/core/read-rows";
import { mailPasswordReset } from "./request-password-reset.ts";

const SLOTS = 2;
const POLL_INTERVAL_MS = 10_000;
const DEADLINE_MS = 30_000;

/** Mails the links requested in the last hour, and deletes each in the transaction that queues its mail. */
export const passwordResetLane = (ctx: Ctx): Lane<string> => ({
  name: "resets",
  async claim(underWay) {
    const busy = underWay.map(({ item }) => item);
    const rows = await readRows(ctx.db, z.object({ id: z.string() }))`
      select id
      from reset_requests
      where requested_at > now() - interval '1 hour' and id <> all (${`{${busy.join()}}`}::bigint[])
        and ${isNotPaused("resets", sql`'request ' || id`)}
      order by id
      limit ${SLOTS - underWay.length}`;
    return { items: rows.map(({ id }) => id) };
  },
  keyOf: (id) => `request ${id}`,
  handle: (id) =>
    inTransaction(ctx, async (tx) => {
      const [request] = await readRows(tx.db, z.object({ email: z.string() }))`
        delete from reset_requests where id = ${id} returning email`;
      if (request) await mailPasswordReset(tx, request);
    }),
  deadlineMs: DEADLINE_MS,
  everyMs: POLL_INTERVAL_MS,
});
