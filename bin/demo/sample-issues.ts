import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";

/** The id of a batch with some of the purchases. */
export const SAMPLE_BATCH_ID = 1;

/**
 * Adds to the sample history a batch with some of its purchases, and delivery issues in various states. In
 * the caller's transaction.
 */
export async function writeSampleIssues({ db }: Ctx, { adminId }: { adminId: number }): Promise<void> {
  await db.execute(sql`
    insert into batches (id, reseller_id, key, file_name, state, created_at, started_at, done_at)
    overriding system value
    select
      batch_id, reseller_id, gen_random_uuid()::text, 'numbers.csv', 'running',
      min(placed_at) - interval '4 minutes', min(placed_at) - interval '1 minute', max(settled_at)
    from purchases
    where batch_id = ${SAMPLE_BATCH_ID}
    group by batch_id, reseller_id`);
  await db.execute(sql`
    select setval(pg_get_serial_sequence('batches', 'id'), ${SAMPLE_BATCH_ID})`);
  await db.execute(sql`
    insert into batch_rows (
      batch_id, line, number, plan, note, phone, plan_id, price, problem, state, purchase_id
    )
    select
      batch_id, row_number() over (order by id), '0' || right(phone, 10), plan_id::text, '',
      phone, plan_id, price, null, 'placed', id
    from purchases
    where batch_id = ${SAMPLE_BATCH_ID}
    union all
    select id, 15, '0803 12', 'MTN 1 GB', '', null, null, null, 'number', 'left' , null
    from batches
    where id = ${SAMPLE_BATCH_ID}`);

  const said = [
    { nth: 1, symptom: "nothing", text: "She looked twice, and switched it off and on.", hours: 3 },
    {
      nth: 2,
      symptom: "less",
      text: "Only half of it came.",
      hours: 30,
      kind: "asking",
      answer: ESCALATED_REPLY,
    },
    { nth: 3, symptom: "nothing", text: "", hours: 60, kind: "delivered", answer: DELIVERED_REPLY },
  ];
  for (const { nth, symptom, text, hours, kind, answer } of said)
    await db.execute(sql`
      with bought as (
        select id, reseller_id, now() - make_interval(hours => ${hours}) as told
        from purchases
        where ending = 'delivered' and channel = 'web'
          and placed_at < now() - make_interval(hours => ${hours})
          and placed_at > now() - interval '12 days'
        order by reseller_id, id desc
        offset ${nth}
        limit 1
      ),
      made as (
        insert into delivery_issues (
          purchase_id, reseller_id, symptom, state, outcome, answer_by, opened_at, changed_at, version
        )
        select
          id, reseller_id, ${symptom}, ${kind === "delivered" ? "closed" : "admin"},
          ${kind === "delivered" ? "delivered" : null},
          ${kind === "asking" ? sql`now() + interval '9 hours'` : sql`told + interval '1 day'`},
          told, told, ${kind ? 1 : 0}
        from bought
        returning id, opened_at
      ),
      opened as (
        insert into delivery_issue_messages (delivery_issue_id, at, kind, text)
        select id, opened_at, 'opened', nullif(${text}, '') from made
      )
      insert into delivery_issue_messages (delivery_issue_id, at, kind, admin_id, text, note, answer_by)
      select
        id, opened_at + interval '5 hours', ${kind ?? "asking"}, ${adminId}::bigint, ${answer ?? ""},
        'Asked the provider.', case when ${kind === "asking"}::boolean then now() + interval '9 hours' end
      from made
      where ${kind !== undefined}::boolean`);
}

const ESCALATED_REPLY = "We asked the network. It answers within a day.";
const DELIVERED_REPLY = "The network shows that all of it was used on that evening.";
