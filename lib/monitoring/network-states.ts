import { z } from "zod";
import { getUnavailableMessage } from "#lib/catalogue/apply-catalogue-settings";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { PUBLIC_TERMS } from "#lib/catalogue/list-public-prices";
import type { Ctx } from "#lib/core/context";
import { int, readRows, textOf } from "#lib/core/read-rows";
import { shareResult } from "#lib/core/share-result";
import { formatNetworkName } from "#lib/core/text/display-name";
import { decideFault, toFailureKey } from "#lib/outage/failure-text";
import { readDecidedFaults } from "#lib/outage/judge-failure-text";
import { listPausedTypes } from "#lib/outage/list-paused-types";
import { isAcceptingPurchases } from "#lib/purchase/place/accepts-purchases";

export interface NetworkStates {
  buying: boolean;
  countedAt: Date;
  networks: NetworkState[];
}

/** Delivery rates of one network, from responses to purchases: shares and times, never sales. */
export interface NetworkState {
  id: number;
  name: string;
  /** The operator's message while the network is off; null while it is on. */
  off: string | null;
  /** The plan types that aren't sold because purchases fail, and since when. */
  paused: { what: string; since: Date; probeAt: Date | null }[];
  /** Purchases sent in the last hour and day, without recipients’ faults; null with too few samples. */
  hour: DeliveryRate | null;
  day: DeliveryRate | null;
}

/** Shares of sent purchases, from 0 to 1; times to the response, in ms, null without a delivery. */
export interface DeliveryRate {
  delivered: number;
  failed: number;
  unclear: number;
  medianMs: number | null;
  slowestMs: number | null;
}

/** Fewer responses would say too little about the network: one failure of five looks like an outage. */
export const MIN_SAMPLES = 20;
/** A smaller share of deliveries is worth a word. */
export const USUAL_SHARE = 0.95;
/** The cache saves counting the day's responses for each visitor. */
const CACHE_MS = 30_000;

const readShared = shareResult(CACHE_MS, (ctx: Ctx, _key: "all") => countNetworkStates(ctx));

/** Returns the delivery rates of networks, at most half a minute old. For everyone. */
export const getNetworkStates = (ctx: Ctx): Promise<NetworkStates> => readShared(ctx, "all");

/** Counts the delivery rates of networks. For everyone. */
export async function countNetworkStates(ctx: Ctx): Promise<NetworkStates> {
  const catalogue = await getCatalogue(ctx);
  const [rows, failures, decided, accepting, paused] = await Promise.all([
    countDeliveries(ctx),
    countFailureNotes(ctx),
    readDecidedFaults(ctx),
    isAcceptingPurchases(ctx),
    listPausedTypes(ctx, PUBLIC_TERMS, catalogue),
  ]);
  const ofRecipients = failures.filter(
    ({ note }) => decideFault(toFailureKey(note), decided) === "recipient",
  );
  const rateOf = (networkId: number, within: "hour" | "day") => {
    const isCounted = (row: Span) => row.networkId === networkId && row.within === within;
    const excluded = ofRecipients.filter(isCounted).reduce((sum, { failed }) => sum + failed, 0);
    return toDeliveryRate(rows.find(isCounted), excluded);
  };
  const networks = catalogue.networks.map(({ id, name, active }) => ({
    id,
    name: formatNetworkName(name),
    off:
      getUnavailableMessage(catalogue.settings.switches, id) ?? (active ? null : "Not sold at the moment."),
    paused: paused
      .filter(({ networkId }) => networkId === id)
      .map(({ what, since, probeAt }) => ({ what, since, probeAt })),
    hour: rateOf(id, "hour"),
    day: rateOf(id, "day"),
  }));
  return { buying: catalogue.fresh && accepting, countedAt: new Date(), networks };
}

const SPAN = { networkId: int, within: textOf<"hour" | "day">() };
type Span = { networkId: number; within: "hour" | "day" };

const CountedDeliveries = z.object({
  ...SPAN,
  sent: int,
  delivered: int,
  failed: int,
  medianMs: z.number().nullable(),
  slowestMs: z.number().nullable(),
});

/** Purchases without a response after a minute are unclear: a network that hangs sends no failures. */
const countDeliveries = (ctx: Ctx) =>
  readRows(ctx.db, CountedDeliveries)`
    with answers as (
      select
        p.network_id, a.claimed_at, a.result,
        extract(epoch from a.answered_at - a.claimed_at) * 1000 as took
      from attempts a
      join purchases p on p.id = a.purchase_id
      where a.claimed_at > now() - interval '1 day'
        and (a.result in ('successful', 'failed', 'unconfirmed')
          or a.result is null and a.claimed_at < now() - interval '1 minute')
    )
    select
      network_id, within, count(*) as sent, count(*) filter (where result = 'successful') as delivered,
      count(*) filter (where result = 'failed') as failed,
      percentile_cont(0.5) within group (order by took) filter (where result = 'successful') as median_ms,
      (max(took) filter (where result = 'successful'))::float8 as slowest_ms
    from answers
    join (values ('hour', interval '1 hour'), ('day', interval '1 day')) spans (within, span)
      on claimed_at > now() - span
    group by network_id, within`;

/** Counts failures by their text, with each digit as 0: a text differs by numbers and references alone. */
const countFailureNotes = (ctx: Ctx) =>
  readRows(ctx.db, z.object({ ...SPAN, note: z.string(), failed: int }))`
    select p.network_id, within, translate(coalesce(a.note, ''), '123456789', '000000000') as note,
      count(*) as failed
    from attempts a
    join purchases p on p.id = a.purchase_id
    join (values ('hour', interval '1 hour'), ('day', interval '1 day')) spans (within, span)
      on a.claimed_at > now() - span
    where a.claimed_at > now() - interval '1 day' and a.result = 'failed'
    group by 1, 2, 3`;

/** `excluded` are failures of recipients' numbers, which say nothing about the network. */
function toDeliveryRate(
  counted: z.output<typeof CountedDeliveries> | undefined,
  excluded: number,
): DeliveryRate | null {
  if (!counted || counted.sent - excluded < MIN_SAMPLES) return null;
  const { delivered, medianMs, slowestMs } = counted;
  const [sent, failed] = [counted.sent - excluded, Math.max(0, counted.failed - excluded)];
  return {
    delivered: delivered / sent,
    failed: failed / sent,
    unclear: (sent - delivered - failed) / sent,
    medianMs,
    slowestMs,
  };
}
