import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";

/** The number of the list that some of them were bought by. */
export const SAMPLE_RUN = 1;

/**
 * Writes into the sample history what its purchases led to: a list that some of them were bought by, and cases of what was
 * not received, each at another point of its way. In the caller's transaction.
 */
export async function writeSampleCases({ db }: Ctx, { adminId }: { adminId: number }): Promise<void> {
  await db.execute(sql`
    insert into bulk_runs (id, reseller_id, key, file_name, state, created_at, started_at, done_at) overriding system value
    select run_id, reseller_id, gen_random_uuid()::text, 'numbers.csv', 'running', min(placed_at) - interval '4 minutes',
      min(placed_at) - interval '1 minute', max(settled_at) from purchases where run_id = ${SAMPLE_RUN} group by run_id, reseller_id`);
  await db.execute(sql`
    select setval(pg_get_serial_sequence('bulk_runs', 'id'), ${SAMPLE_RUN})`);
  await db.execute(sql`
    insert into bulk_rows (run_id, line, number, plan, note, phone, plan_id, price, problem, state, purchase_id)
    select run_id, row_number() over (order by id), '0' || right(phone, 10), plan_id::text, '', phone, plan_id, price, null, 'placed', id
    from purchases where run_id = ${SAMPLE_RUN}
    union all
    select id, 15, '0803 12', 'MTN 1 GB', '', null, null, null, 'number', 'left' , null from bulk_runs where id = ${SAMPLE_RUN}`);

  const said = [
    { nth: 1, seen: "nothing", text: "She looked twice, and switched it off and on.", hours: 3 },
    { nth: 2, seen: "less", text: "Only half of it came.", hours: 30, kind: "asking", answer: ASKED },
    { nth: 3, seen: "nothing", text: "", hours: 60, kind: "delivered", answer: FOUND },
  ];
  for (const { nth, seen, text, hours, kind, answer } of said)
    await db.execute(sql`
      with bought as (
        select id, reseller_id, now() - make_interval(hours => ${hours}) as told from purchases
        where ending = 'delivered' and channel = 'web' and placed_at < now() - make_interval(hours => ${hours})
          and placed_at > now() - interval '12 days'
        order by reseller_id, id desc offset ${nth} limit 1
      ), made as (
        insert into cases (purchase_id, reseller_id, seen, state, outcome, answer_by, opened_at, changed_at, version)
        select id, reseller_id, ${seen}, ${kind === "delivered" ? "closed" : "desk"},
          ${kind === "delivered" ? "delivered" : null}, ${kind === "asking" ? sql`now() + interval '9 hours'` : sql`told + interval '1 day'`},
          told, told, ${kind ? 1 : 0} from bought
        returning id, opened_at
      ), opened as (
        insert into case_words (case_id, at, kind, text) select id, opened_at, 'opened', nullif(${text}, '') from made
      )
      insert into case_words (case_id, at, kind, admin_id, text, note, answer_by)
      select id, opened_at + interval '5 hours', ${kind ?? "asking"}, ${adminId}::bigint, ${answer ?? ""}, 'Asked the provider.',
        case when ${kind === "asking"}::boolean then now() + interval '9 hours' end
      from made where ${kind !== undefined}::boolean`);
}

const ASKED = "We asked the network. It answers within a day.";
const FOUND = "The network shows that all of it was used on that evening.";
