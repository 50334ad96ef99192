import { z } from "zod";
import type { Verdict } from "#e2e/chaos/verdict";
import type { Ctx } from "#lib/core/context";
import { int, readRows } from "#lib/core/read-rows";

const Pair = z.object({ pair: int, sent: z.string(), back: z.string(), journals: int, moved: int });

/** Judges that money between a parent and an agent moved as often as it was sent, and never more back than was sent. */
export async function judgeTransfers({ db }: Ctx): Promise<Verdict> {
  const rows = await readRows(db, Pair)`
    select
      g.id as pair,
      coalesce(sum(t.amount) filter (where t.state = 'sent' and t.made_by = t.from_id), 0)::text as sent,
      coalesce(sum(t.amount) filter (where t.state in ('sent', 'requested') and t.made_by = t.to_id), 0)::text as back,
      2 * count(*) filter (where t.state = 'sent') as moved,
      count(send_journal_id) + count(receive_journal_id) as journals
    from agents g
    left join agent_transfers t on t.pair_id = g.id
    group by g.id`;
  const [all] = await readRows(db, z.object({ journals: int }))`
    select count(*) as journals from journals where kind in ('send', 'receive')`;
  const broken = rows.filter(
    ({ sent, back, journals, moved }) => BigInt(back) > BigInt(sent) || journals !== moved,
  );
  const moved = rows.reduce((sum, row) => sum + row.moved, 0);
  return {
    name: "money of agents moves once",
    checked: moved / 2,
    broken: [
      ...broken.map((row) => JSON.stringify(row)),
      ...(all?.journals === moved ? [] : [`${all?.journals} journals of ${moved}`]),
    ],
  };
}
