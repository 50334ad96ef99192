import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { int, readRow, readRows } from "#lib/core/read-rows";
import { seal } from "#lib/core/seal";
import type { Verdict } from "./verdict.ts";

/** Gives each reseller who has none an endpoint for webhooks, where nothing listens: its deliveries stay. */
export async function addEndpoints({ db }: Ctx): Promise<void> {
  const secret = seal("nobody verifies it", "webhook secrets");
  await db.execute(sql`
    insert into webhook_endpoints (reseller_id, url, sealed_secret, events)
    select id, 'https://endpoint.invalid', ${secret}, array['purchases'] from resellers
    where not exists (select from webhook_endpoints w where w.reseller_id = resellers.id)`);
}

const Told = z.object({
  ident: z.string(),
  /** How many events, deliveries and notifications it has, and how many notifications it should have. */
  events: int,
  deliveries: int,
  notifications: int,
  expected: int,
});

/**
 * Waits until all events are handled, and judges that each settled purchase had one event, and by it one webhook and,
 * where its reseller is to know, one notification. Those of a batch share theirs. Events are removed after a week.
 */
export async function judgeEffects(ctx: Ctx): Promise<Verdict> {
  await waitUntilHandled(ctx);
  const rows = await readRows(ctx.db, Told)`
    select
      p.ident, count(e.id) as events,
      (
        select count(*) from deliveries d
        where d.channel = 'webhooks' and d.subject = p.ident and d.type = 'purchase.' || p.state
      ) as deliveries,
      (
        select count(*) from notifications n
        where n.account_id = p.reseller_id and n.key = p.ident and n.event in ('failed', 'decided', 'advance_asked')
      ) as notifications,
      count(e.id) filter (
        where (p.state = 'failed' or e.facts ->> 'was' = 'unconfirmed')
          and (e.facts ->> 'batch' is null or e.facts ->> 'advance' is not null)
          and (e.facts ->> 'by' <> 'cancelled' or p.state = 'successful')
      ) as expected
    from purchases p
    left join events e on e.kind = 'purchase.settled' and e.subject = p.ident
    where p.state in ('successful', 'failed')
      and (select r.state from resellers r where r.id = p.reseller_id) <> 'closed'
      and p.settled_at > now() - interval '6 days'
    group by p.id`;
  const broken = rows.filter(
    ({ events, deliveries, notifications, expected }) =>
      events !== 1 || deliveries !== 1 || notifications !== expected,
  );
  return {
    name: "each settled purchase is told once",
    checked: rows.length,
    broken: broken.map((row) => JSON.stringify(row)),
  };
}

async function waitUntilHandled(ctx: Ctx): Promise<void> {
  for (;;) {
    const { open } = await readRow(ctx.db, z.object({ open: int }))`
      select (select count(*) from events where kind = 'purchase.settled' and handled_at is null)
        + (select count(*) from event_retries) as open`;
    if (open === 0) return;
    await pause(500);
  }
}
