import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import type { Ctx } from "#lib/core/context";
import type { Lane } from "#lib/core/lane";
import { isNotPaused } from "#lib/core/lane-record";
import { mailReset } from "./reset-by-mail.ts";

const SLOTS = 2;
const LOOK_EVERY_MS = 10_000;
const DEADLINE_MS = 30_000;

/** Mails the links that were asked for within the last hour; each request goes with its mail, in one transaction. */
export const resetLane = (ctx: Ctx): Lane<string> => ({
  name: "resets",
  async claim(underWay) {
    const busy = underWay.map(({ item }) => item);
    const rows = await ctx.db.execute<{ id: string }>(sql`
      select id from reset_requests where asked_at > now() - interval '1 hour' and id <> all (${`{${busy.join()}}`}::bigint[])
        and ${isNotPaused("resets", sql`'request ' || id`)} order by id limit ${SLOTS - underWay.length}`);
    return { items: rows.map(({ id }) => id) };
  },
  keyOf: (id) => `request ${id}`,
  handle: (id) =>
    inTransaction(ctx, async (tx) => {
      const [request] = await tx.db.execute<{ email: string }>(
        sql`delete from reset_requests where id = ${id} returning email`,
      );
      if (request) await mailReset(tx, request);
    }),
  deadlineMs: DEADLINE_MS,
  everyMs: LOOK_EVERY_MS,
});
