import { sql } from "drizzle-orm";
import { ageInSeconds, type Gauges } from "#lib/core/gauge";

export const mailGauges: Gauges = {
  help: {
    portal_mails_waiting: "Emails waiting to be sent",
    portal_mails_late_seconds:
      "Age of the oldest mail that waits, reports apart, of those written after the last one that was sent",
  },
  select: async () => [
    sql`select unnest(array['portal_mails_waiting', 'portal_mails_late_seconds']), null::jsonb,
      unnest(array[count(*), coalesce(${ageInSeconds(sql`min(created_at) filter (where type <> 'report' and d.id > coalesce(sent.id, 0))`)}, 0)])
    from deliveries d left join (select id from deliveries where channel = 'mail' and done_at is not null and state = 'delivered'
      order by done_at desc limit 1) sent on true
    where channel = 'mail' and state = 'waiting'`,
  ],
};
