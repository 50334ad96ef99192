import { z } from "zod";
import type { Verdict } from "#e2e/chaos/verdict";
import type { Ctx } from "#lib/core/context";
import { int, readRows } from "#lib/core/read-rows";
import type { PhoneMessage } from "#sandbox/phones/world";

const Message = z.object({
  key: z.string(),
  state: z.string(),
  ref: z.string().nullable(),
  payer: z.string(),
  charges: int,
  isErased: z.boolean(),
});

/**
 * Judges that each message is on a phone once if its provider accepted it, and is then charged once; else neither. One that
 * was sent in a time that is lost may be unknown, and is sent again; of one without a response, the
 * portal can't ask the provider once its number is erased.
 */
export async function judgeMessages(
  { db }: Ctx,
  received: readonly PhoneMessage[],
  mayBeLost: (at: number) => boolean,
): Promise<Verdict> {
  const rows = await readRows(db, Message)`
    select
      m.key, d.state, m.provider_ref as ref, m.payer, m.skipped is not distinct from 'erased' as is_erased,
      (select count(*) from journals j where j.kind = 'message' and j.ref = 'message ' || m.message_id) as charges
    from customer_messages m
    join deliveries d using (message_id)
    order by m.id`;
  const accepted = new Set(rows.flatMap(({ ref }) => ref ?? []));
  const lasting = received.filter(({ at }) => !mayBeLost(at.getTime()));
  const twice = [...Map.groupBy(lasting, ({ to, text }) => `${to} ${text}`)].filter(
    ([, each]) => each.length > 1,
  );
  const unknown = lasting.filter(({ id }) => !accepted.has(id));
  const erased = rows.filter(({ isErased }) => isErased).length;
  return {
    name: "each message once, and charged once",
    checked: rows.length,
    broken: [
      ...twice.map(([text]) => `twice: ${text}`),
      ...unknown.slice(erased).map(({ text }) => `nothing is known of: ${text}`),
      ...rows
        .filter(({ state, ref, payer, charges }) => {
          const isSent = ref !== null && received.some(({ id }) => id === ref);
          return isSent !== (state === "delivered") || charges !== (isSent && payer === "wallet" ? 1 : 0);
        })
        .map((row) => JSON.stringify(row)),
    ],
  };
}
