import { type SQL, sql } from "drizzle-orm";
import { isAtHome } from "./restored.ts";

/**
 * The condition that purchases are taken: sending runs, or it stopped by itself, its pause is over and
 * nothing waits, so that the next purchase is the probe; and nobody has yet to look whether this is a restored copy.
 */
export function accepting(): SQL {
  return sql`${isAtHome()} and exists (select from dispatcher where not stopped
    or (probe_at <= now() and not exists (select from purchases where state in ('queued', 'sending'))))`;
}
