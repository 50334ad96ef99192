import { z } from "zod";
import type { Verdict } from "#e2e/chaos/check-invariants";
import type { Ctx } from "#lib/core/context";
import { int, readRows } from "#lib/core/read-rows";
import type { PhoneMessage } from "#sandbox/phones/world";
import type { World } from "./world/world.ts";

/** Judges what customers got, and the money between parents and agents. */
export async function judgeOrders(ctx: Ctx, world: World): Promise<Verdict[]> {
  const received = await world.run(world.call<PhoneMessage[]>("outside", "readMessages"));
  return [await judgeMessages(ctx, received), await judgeTransfers(ctx)];
}

const Message = z.object({
  key: z.string(),
  state: z.string(),
  ref: z.string().nullable(),
  payer: z.string(),
  charges: int,
});

/** Each message is on a phone once if its provider accepted it, and is then charged once; else neither. */
async function judgeMessages({ db }: Ctx, received: readonly PhoneMessage[]): Promise<Verdict> {
  const rows = await readRows(db, Message)`
    select
      m.key, d.state, m.provider_ref as ref, m.payer,
      (select count(*) from journals j where j.kind = 'message' and j.ref = 'message ' || m.message_id) as charges
    from customer_messages m
    join deliveries d using (message_id)
    order by m.id`;
  const accepted = new Set(rows.flatMap(({ ref }) => ref ?? []));
  const twice = [...Map.groupBy(received, ({ to, text }) => `${to} ${text}`)].filter(
    ([, each]) => each.length > 1,
  );
  return {
    name: "each message once, and charged once",
    checked: rows.length,
    broken: [
      ...twice.map(([text]) => `twice: ${text}`),
      ...received.filter(({ id }) => !accepted.has(id)).map(({ text }) => `nothing is known of: ${text}`),
      ...rows
        .filter(({ state, ref, payer, charges }) => {
          const isSent = ref !== null && received.some(({ id }) => id === ref);
          return isSent !== (state === "delivered") || charges !== (isSent && payer === "wallet" ? 1 : 0);
        })
        .map((row) => JSON.stringify(row)),
    ],
  };
}

const Pair = z.object({ pair: int, sent: z.string(), back: z.string(), journals: int, moved: int });

/** Money between a parent and an agent moved as often as it was sent, and never more back than was sent. */
async function judgeTransfers({ db }: Ctx): Promise<Verdict> {
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
