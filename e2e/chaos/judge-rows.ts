import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { int, readRows } from "#lib/core/read-rows";
import type { Verdict } from "./verdict.ts";

const Broken = z.object({ broken: z.string() });

/**
 * Judges that each row of a batch, and each day of a daily schedule, came to one end: one purchase of its own, or a reason
 * why it has none.
 */
export async function judgeRows({ db }: Ctx): Promise<Verdict[]> {
  const [counted] = await readRows(db, z.object({ rows: int, days: int }))`
    select (select count(*) from batch_rows) as rows, (select count(*) from schedule_occurrences) as days`;
  const rows = await readRows(db, Broken)`
    select 'row ' || r.id || ' ' || r.state as broken from batch_rows r join batches b on b.id = r.batch_id
    where b.done_at is not null and r.state = 'waiting'
    union all
    select 'row ' || r.id || ' has ' || p.ident from batch_rows r join purchases p on p.id = r.purchase_id
    where (p.namespace, p.batch_id, p.phone, p.plan_id) is distinct from ('batch', r.batch_id, r.phone, r.plan_id)
    union all
    select p.ident || ' has no row' from purchases p
    where p.namespace = 'batch' and not exists (select from batch_rows r where r.purchase_id = p.id)`;
  const days = await readRows(db, Broken)`
    select 'schedule ' || s.id || ' has nothing of ' || day::date as broken
    from schedules s
    cross join generate_series(s.first_on, coalesce(s.next_on - 1, s.until_on), interval '1 day') day
    where s.unit = 'day' and s.every = 1
      and not exists (select from schedule_occurrences o where o.schedule_id = s.id and o.day = day::date)
    union all
    select 'schedule ' || s.id || ' has ' || p.ident
    from schedule_occurrences o join schedules s on s.id = o.schedule_id join purchases p on p.id = o.purchase_id
    where (p.namespace, p.phone, p.plan_id) is distinct from ('schedule', s.phone, s.plan_id)
    union all
    select p.ident || ' has no day' from purchases p
    where p.namespace = 'schedule' and not exists (select from schedule_occurrences o where o.purchase_id = p.id)`;
  return [
    { name: "each row of a batch comes to one end", checked: counted?.rows ?? 0, broken: texts(rows) },
    { name: "each day of a schedule comes to one end", checked: counted?.days ?? 0, broken: texts(days) },
  ];
}

const texts = (rows: readonly z.infer<typeof Broken>[]) => rows.map(({ broken }) => broken);
