import type { Catalogue, Plan } from "#lib/catalogue/catalogue";
import { getNetworkPrefixes } from "#lib/catalogue/network-prefixes";
import { getLevelPrice } from "#lib/catalogue/price/price";
import type { Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { dayOf, startOfDay } from "#lib/core/time/time";
import { seededGenerator } from "#sandbox/random";

const DAY_MS = 86_400_000;
const DAY_COUNT = 60;
const BATCH_SIZE = 14;
/** The maximum price in a kiosk: 6,000.00. */
const MAX_PRICE = 600_000n;
/** The customers of each seller, and from how many plans those have their usual one. */
const CUSTOMER_COUNT = 60;
const USUAL_PLAN_COUNT = 24;

/** A reseller with made-up days. */
export interface SampleSeller {
  id: number;
  level: Level;
  perDay: number;
  channels: readonly ("web" | "api" | "shop")[];
}

export interface SamplePurchase {
  seller: SampleSeller;
  plan: Plan;
  price: Minor;
  cost: Minor;
  channel: SampleSeller["channels"][number] | "batch";
  phone: string;
  placedAt: Date;
  settledAt: Date;
  /** The response to one of the last purchases got lost. */
  ending: "delivered" | "failed" | "cancelled" | "reversed" | "unknown";
  outcome: string;
}

/** Generates sixty days of purchases up to `until`, oldest first; the same for one catalogue and sellers. */
export function generatePurchases(
  catalogue: Catalogue,
  sellers: readonly SampleSeller[],
  until: Date,
): SamplePurchase[] {
  const chance = seededGenerator(20_260_101);
  const purchases: SamplePurchase[] = [];
  const first = startOfDay(dayOf(new Date(until.getTime() - (DAY_COUNT - 1) * DAY_MS))).getTime();
  for (const seller of sellers) {
    const plans = listPopularPlans(catalogue, seller.level);
    if (plans.length === 0) continue;
    for (let day = 0; day < DAY_COUNT; day++) {
      const count = Math.round(seller.perDay * (0.6 + (0.5 * day) / DAY_COUNT + 0.4 * chance()));
      for (let n = 0; n < count; n++) {
        const at = first + day * DAY_MS + DAY_MS * spreadOverDay(chance());
        if (at < until.getTime() - 10 * 60_000)
          purchases.push(createSample(seller, plans, new Date(at), chance));
      }
    }
  }
  purchases.sort((a, b) => a.placedAt.getTime() - b.placedAt.getTime());
  // Only the response to a later one shows whether this one was charged. Both are recent, since the balance
  // chain proves an older one.
  const follower = purchases.findLast(({ ending }) => ending !== "cancelled");
  const unconfirmed = purchases.findLast((sample) => sample.channel === "web" && sample !== follower);
  if (follower && unconfirmed) {
    Object.assign(unconfirmed, { ending: "unknown", outcome: "", ...placeMinutesAgo(5, until) });
    Object.assign(follower, placeMinutesAgo(3, until));
    purchases.sort((a, b) => a.placedAt.getTime() - b.placedAt.getTime());
  }
  for (const purchase of selectBatch(purchases, until)) purchase.channel = "batch";
  return purchases;
}

function placeMinutesAgo(minutes: number, until: Date): Pick<SamplePurchase, "placedAt" | "settledAt"> {
  const placedAt = until.getTime() - minutes * 60_000;
  return { placedAt: new Date(placedAt), settledAt: new Date(placedAt + 4_000) };
}

/** Selects the purchases of one batch, some days ago, whose last one failed. */
function selectBatch(samples: readonly SamplePurchase[], until: Date): SamplePurchase[] {
  const age = ({ placedAt }: SamplePurchase) => (until.getTime() - placedAt.getTime()) / DAY_MS;
  const end = samples.findLastIndex(
    (sample) => sample.channel === "web" && sample.ending === "failed" && age(sample) > 2 && age(sample) < 20,
  );
  const { seller } = samples[end] ?? {};
  return samples
    .slice(0, end + 1)
    .filter((sample) => sample.seller === seller && sample.channel === "web")
    .slice(-BATCH_SIZE);
}

function createSample(
  seller: SampleSeller,
  plans: readonly Plan[],
  placedAt: Date,
  chance: () => number,
): SamplePurchase {
  // The customers with low numbers buy most; a customer has one network and mostly buys one plan of it.
  const customer = Math.floor(chance() ** 2 * CUSTOMER_COUNT);
  const usual = plans[(customer * 5 + seller.id) % Math.min(plans.length, USUAL_PLAN_COUNT)] as Plan;
  const suitable = plans.filter(({ networkId }) => networkId === usual.networkId);
  // The first plans of the list are bought most.
  const drawn = suitable[Math.floor(suitable.length * chance() ** 1.6)] as Plan;
  const plan = chance() < 0.6 ? usual : drawn;
  const ending = chooseEnding(chance());
  const slow = chance() < 0.03 ? 40_000 : 0;
  const settledAt = new Date(placedAt.getTime() + 1_200 + Math.floor(chance() ** 3 * 9_000) + slow);
  return {
    seller,
    plan,
    placedAt,
    settledAt,
    ending,
    price: getLevelPrice(plan, seller.level) ?? 0n,
    cost: plan.cost ?? 0n,
    channel: seller.channels[Math.floor(chance() * seller.channels.length)] ?? "web",
    phone: `${getNetworkPrefixes(plan.networkName)[0] ?? "+234803"}${formatSubscriber(seller.id, customer)}`,
    outcome: OUTCOME_TEXTS[ending](plan),
  };
}

/** Formats the last seven digits of a customer's number, the same for the same seller and customer. */
const formatSubscriber = (sellerId: number, customer: number) =>
  String(1_000_000 + ((sellerId * 1_318_453 + customer * 764_917) % 9_000_000));

function chooseEnding(chance: number): SamplePurchase["ending"] {
  if (chance < 0.962) return "delivered";
  if (chance < 0.992) return "failed";
  return chance < 0.996 ? "cancelled" : "reversed";
}

const OUTCOME_TEXTS: Record<SamplePurchase["ending"], (plan: Plan) => string> = {
  delivered: ({ size, volume, networkName }) => `${networkName} has delivered ${size} ${volume}.`,
  failed: () => "The network is busy. Please try again later.",
  cancelled: () => "Cancelled before it was sent.",
  reversed: () => "The network took the data back.",
  unknown: () => "",
};

/** Lists a level's plans by popularity: small plans of the large networks first. */
function listPopularPlans({ plans }: Catalogue, level: Level): Plan[] {
  return [...plans.values()]
    .filter((plan) => plan.amount <= MAX_PRICE && getLevelPrice(plan, level) !== undefined)
    .sort((a, b) => popularity(a) - popularity(b));
}

const popularity = ({ networkId, amount }: Plan) => Number(amount) * (1 + networkId / 3);

/**
 * Converts a share of the day's purchases to a time of day: few at night, most in the evening. By the clock
 * of the portal's time zone.
 */
function spreadOverDay(share: number): number {
  const night = 0.06;
  return share < night ? (share / night) * 0.25 : 0.25 + 0.75 * ((share - night) / (1 - night)) ** 0.8;
}
