import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import type { NoticeEvent } from "./events.ts";
import type { NoticeWords } from "./words.ts";

interface Tell extends NoticeWords {
  /** The account; or every admin who is not closed. */
  to: number | "admins";
  event: NoticeEvent;
  /** What it happened to, by a name that is unique among those of the event: an account is told of it once. */
  key: string;
}

/**
 * Tells somebody that something happened, by the ways that they chose for its event: in the portal at once, by mail and
 * push once the transaction of `ctx` has committed. To add an event, give it a line in `EVENTS`. Part of its caller's
 * transaction; the caller has made sure who may cause it.
 */
export async function tell(ctx: Ctx, { to, event, key, title, text, path }: Tell): Promise<void> {
  const whom =
    to === "admins"
      ? sql`select id from accounts where role = 'admin' and closed_at is null`
      : sql`select ${to}::bigint as id`;
  await ctx.db.execute(sql`
    select tell_account(id, ${event}, ${key},
      jsonb_build_object('title', ${title}::text, 'text', ${text}::text, 'path', ${path}::text)) from (${whom}) told`);
}
