import type { Evidence, Send } from "#lib/reconcile/chain/evidence";

/**
 * Every world that fits the evidence, by trying each order and each choice, without any of the chain's own
 * shortcuts; only for a handful of links. Says for each purchase which ends are possible.
 */
export function enumerateOutcomes({
  links,
  sends,
  known,
  returns,
  since,
}: Evidence): Map<number, Set<"charged" | "not_charged">> {
  const ends = new Map(sends.map(({ id }) => [id, new Set<"charged" | "not_charged">()]));
  const seen = new Set<string>();
  type At = {
    placed: Set<number>;
    charged: Set<number>;
    returned: Set<number>;
    sure: Set<number>;
    balance: bigint | null;
    time: number;
  };
  const visit = (at: At) => {
    const key = [at.placed, at.charged, at.returned, at.sure].map((set) => [...set].sort().join()).join("|");
    const full = `${key}|${at.balance}|${at.time}`;
    if (seen.has(full)) return;
    seen.add(full);
    if (at.placed.size === links.length && at.sure.size === known.length) {
      for (const send of sends) ends.get(send.id)?.add(getOutcome(at.charged, at.returned, send));
    }
    const move = (span: { from: number; to: number }, change: bigint, next: Partial<At>) => {
      const time = Math.max(at.time, span.from);
      if (time > span.to) return;
      visit({ ...at, ...next, time, balance: at.balance === null ? null : at.balance + change });
    };
    for (const link of links) {
      if (at.placed.has(link.id) || (at.balance !== null && at.balance !== link.before)) continue;
      const time = Math.max(at.time, link.from);
      if (time > link.to) continue;
      const charged = sends.filter((send) => send.charged === link.id).map(({ id }) => id);
      visit({
        ...at,
        placed: new Set([...at.placed, link.id]),
        charged: new Set([...at.charged, ...charged]),
        balance: link.after,
        time,
      });
    }
    for (const send of sends) {
      if (send.charged === undefined && !at.charged.has(send.id))
        move(send, -send.cost, { charged: new Set([...at.charged, send.id]) });
      if (at.charged.has(send.id) && !at.returned.has(send.id))
        move({ from: send.from, to: send.refundTo }, send.cost, {
          returned: new Set([...at.returned, send.id]),
        });
    }
    for (const [index, back] of returns.entries()) {
      if (at.placed.has(back.after) && !at.returned.has(-1 - index))
        move(back, back.amount, { returned: new Set([...at.returned, -1 - index]) });
    }
    for (const [index, sure] of known.entries()) {
      if (!at.sure.has(index)) move(sure, sure.amount, { sure: new Set([...at.sure, index]) });
    }
  };
  visit({
    placed: new Set(),
    charged: new Set(),
    returned: new Set(),
    sure: new Set(),
    balance: null,
    time: since,
  });
  return ends;
}

function getOutcome(charged: Set<number>, returned: Set<number>, { id }: Send): "charged" | "not_charged" {
  return charged.has(id) && !returned.has(id) ? "charged" : "not_charged";
}
