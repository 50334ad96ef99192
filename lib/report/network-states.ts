import { sql } from "drizzle-orm";
import { offMessage } from "#lib/catalogue/apply-terms";
import { current } from "#lib/catalogue/current";
import type { Ctx } from "#lib/core/context";
import { isAccepting } from "#lib/purchase/place/hold";

/** How things stand with buying, for everybody who asks. */
export interface NetworkStates {
  /** Whether anything is taken on now. */
  buying: boolean;
  countedAt: Date;
  networks: NetworkState[];
}

/** How one network delivers, as the answers to purchases show it: shares and times, never how much is sold. */
export interface NetworkState {
  id: number;
  name: string;
  /** What buyers read while nothing of it is sold; null while it is. */
  off: string | null;
  /** Of what was sent in the last hour and the last day; null where that is too little to tell. */
  hour: Delivering | null;
  day: Delivering | null;
}

/** Shares of all that was sent, from 0 to 1; times from sending to the answer, in ms, null when nothing was delivered. */
export interface Delivering {
  delivered: number;
  failed: number;
  unclear: number;
  medianMs: number | null;
  slowestMs: number | null;
}

/** Fewer answers than these would tell one purchase's story as the network's. */
const FEWEST = 5;
/** For so long everybody who asks reads the same: the day's answers are not counted again for each visitor. */
const KEPT_MS = 30_000;

let kept: { until: number; states: Promise<NetworkStates> } | undefined;

/** How each network delivers, at most half a minute old. For everybody. */
export function networkStates(ctx: Ctx): Promise<NetworkStates> {
  if (kept && Date.now() < kept.until) return kept.states;
  const states = countNetworkStates(ctx);
  const mine = { until: Date.now() + KEPT_MS, states };
  kept = mine;
  states.catch(() => {
    if (kept === mine) kept = undefined;
  });
  return states;
}

/** How each network delivers, counted now. For everybody. */
export async function countNetworkStates(ctx: Ctx): Promise<NetworkStates> {
  const [catalogue, rows, accepting] = await Promise.all([current(ctx), count(ctx), isAccepting(ctx)]);
  const networks = catalogue.networks.map(({ id, name, active }) => ({
    id,
    name,
    off: offMessage(catalogue.terms.switches, id) ?? (active ? null : "Not sold at the moment."),
    hour: delivering(rows.find((row) => Number(row.network_id) === id && row.within === "hour")),
    day: delivering(rows.find((row) => Number(row.network_id) === id && row.within === "day")),
  }));
  return { buying: catalogue.fresh && accepting, countedAt: new Date(), networks };
}

type Counted = {
  network_id: string;
  within: "hour" | "day";
  sent: number;
  delivered: number;
  failed: number;
  median: number | null;
  slowest: number | null;
};

/** What has no answer after a minute counts as unclear: a network that hangs would look well by its answers alone. */
function count(ctx: Ctx) {
  return ctx.db.execute<Counted>(sql`
    with answers as (
      select p.network_id, a.claimed_at, a.meaning, extract(epoch from a.answered_at - a.claimed_at) * 1000 as took
      from attempts a join purchases p on p.id = a.purchase_id
      where a.claimed_at > now() - interval '1 day' and (a.meaning in ('successful', 'failed', 'unconfirmed')
        or a.meaning is null and a.claimed_at < now() - interval '1 minute')
    )
    select network_id, within, count(*)::int as sent,
      (count(*) filter (where meaning = 'successful'))::int as delivered,
      (count(*) filter (where meaning = 'failed'))::int as failed,
      percentile_cont(0.5) within group (order by took) filter (where meaning = 'successful') as median,
      (max(took) filter (where meaning = 'successful'))::float8 as slowest
    from answers join (values ('hour', interval '1 hour'), ('day', interval '1 day')) spans (within, span)
      on claimed_at > now() - span
    group by network_id, within`);
}

function delivering(counted: Counted | undefined): Delivering | null {
  if (!counted || counted.sent < FEWEST) return null;
  const { sent, delivered, failed, median, slowest } = counted;
  return {
    delivered: delivered / sent,
    failed: failed / sent,
    unclear: (sent - delivered - failed) / sent,
    medianMs: median,
    slowestMs: slowest,
  };
}
