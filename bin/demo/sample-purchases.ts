import type { Catalogue, Plan } from "#lib/catalogue/catalogue";
import { costOf, priceOf } from "#lib/catalogue/price";
import type { Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { dayOf, startOfDay } from "#lib/core/time";

const DAY_MS = 86_400_000;
const DAYS = 60;
const IN_LIST = 14;
/** What customers of a kiosk buy: up to 6,000.00. */
const DEAREST = 600_000n;

/** Somebody whose days are made up. */
export interface Seller {
  id: number;
  level: Level;
  /** How many purchases on an ordinary day. */
  perDay: number;
  channels: readonly ("web" | "api" | "storefront")[];
}

export interface Sample {
  seller: Seller;
  plan: Plan;
  price: Minor;
  cost: Minor;
  channel: Seller["channels"][number] | "bulk";
  phone: string;
  placedAt: Date;
  settledAt: Date;
  /** What one of the last was answered got lost. */
  ending: "delivered" | "failed" | "cancelled" | "reversed" | "unknown";
  outcome: string;
}

/** Sixty days of purchases up to `until`, oldest first; the same for the same catalogue and sellers. */
export function samplePurchases(catalogue: Catalogue, sellers: readonly Seller[], until: Date): Sample[] {
  const chance = chances(20_260_101);
  const found: Sample[] = [];
  const first = startOfDay(dayOf(new Date(until.getTime() - (DAYS - 1) * DAY_MS))).getTime();
  for (const seller of sellers) {
    const plans = popular(catalogue, seller.level);
    if (plans.length === 0) continue;
    for (let day = 0; day < DAYS; day++) {
      const count = Math.round(seller.perDay * (0.6 + (0.5 * day) / DAYS + 0.4 * chance()));
      for (let n = 0; n < count; n++) {
        const at = first + day * DAY_MS + DAY_MS * hourly(chance());
        if (at < until.getTime() - 10 * 60_000) found.push(sampleOf(seller, plans, new Date(at), chance));
      }
    }
  }
  found.sort((a, b) => a.placedAt.getTime() - b.placedAt.getTime());
  // Only the answer to a later one shows whether this one was charged.
  const answered = found.findLastIndex(({ ending }) => ending !== "cancelled");
  const last = found.slice(0, Math.max(answered, 0)).findLast(({ channel }) => channel === "web");
  if (last) Object.assign(last, { ending: "unknown", outcome: "" });
  for (const one of listed(found, until)) one.channel = "bulk";
  return found;
}

/** What was bought by one list: some days ago, the last of it failed. */
function listed(samples: readonly Sample[], until: Date): Sample[] {
  const age = ({ placedAt }: Sample) => (until.getTime() - placedAt.getTime()) / DAY_MS;
  const end = samples.findLastIndex(
    (one) => one.channel === "web" && one.ending === "failed" && age(one) > 2 && age(one) < 20,
  );
  const { seller } = samples[end] ?? {};
  return samples
    .slice(0, end + 1)
    .filter((one) => one.seller === seller && one.channel === "web")
    .slice(-IN_LIST);
}

function sampleOf(seller: Seller, plans: readonly Plan[], placedAt: Date, chance: () => number): Sample {
  // The first plans of the list are bought most.
  const plan = plans[Math.floor(plans.length * chance() ** 1.6)] as Plan;
  const ending = endingOf(chance());
  const slow = chance() < 0.03 ? 40_000 : 0;
  const settledAt = new Date(placedAt.getTime() + 1_200 + Math.floor(chance() ** 3 * 9_000) + slow);
  return {
    ...{ seller, plan, placedAt, settledAt, ending },
    price: priceOf(plan, seller.level) ?? 0n,
    cost: costOf(plan) ?? 0n,
    channel: seller.channels[Math.floor(chance() * seller.channels.length)] ?? "web",
    phone: `+23480312${String(seller.id % 10)}${String(Math.floor(chance() ** 2 * 60) + 1000)}`,
    outcome: WORDS[ending](plan),
  };
}

function endingOf(chance: number): Sample["ending"] {
  if (chance < 0.962) return "delivered";
  if (chance < 0.992) return "failed";
  return chance < 0.996 ? "cancelled" : "reversed";
}

const WORDS: Record<Sample["ending"], (plan: Plan) => string> = {
  delivered: ({ size, volume, networkName }) => `${networkName} has delivered ${size} ${volume}.`,
  failed: () => "The network is busy. Please try again later.",
  cancelled: () => "Cancelled before it was sent.",
  reversed: () => "The network took the data back.",
  unknown: () => "",
};

/** What a level buys, the best liked first: small plans of the large networks. */
function popular({ plans }: Catalogue, level: Level): Plan[] {
  return [...plans.values()]
    .filter((plan) => plan.amount <= DEAREST && priceOf(plan, level) !== undefined)
    .sort((a, b) => liking(a) - liking(b));
}

const liking = ({ networkId, amount }: Plan) => Number(amount) * (1 + networkId / 3);

/** Where in a day a share of its purchases is: little at night, most in the evening. By the clock of the portal's zone. */
function hourly(share: number): number {
  const night = 0.06;
  return share < night ? (share / night) * 0.25 : 0.25 + 0.75 * ((share - night) / (1 - night)) ** 0.8;
}

/** The same numbers from 0 to 1 each time. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
