import { createHmac, randomBytes, randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { addressBucket, WIDE_FACTOR } from "#lib/account/throttle";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";
import { isEqualSecret } from "#lib/core/is-equal-secret";
import { int, readRow, readRows } from "#lib/core/read-rows";
import { formatDuration } from "#lib/core/time/time";

/**
 * Orders in ten minutes before a question is asked.
 * Many customers share one address of a mobile network, so it allows more.
 */
const FREE_LIMITS = { address: 20, shop: 120, number: 5 };
/**
 * Orders that one shop takes from one address in an hour, even with right answers: more than a shop
 * with 1,000 orders a day gets in its best hour through one address of a mobile network. Fewer while
 * the shop has many unpaid orders.
 */
const HOURLY_LIMITS = { usually: 120, crowded: 5 };
/**
 * Unpaid orders of the last hour at which a shop is crowded, and of any age at which it is full: some shops
 * wait a week for the payment.
 */
const UNPAID_LIMITS = { crowded: 300, full: 5_000 };
const MAX_UNPAID_PER_NUMBER = 10;

interface OrderSlot {
  shopId: number;
  /** The recipient in E.164. */
  phone: string;
  /** The answer to the previous question, if any. */
  proof: { seal: string; answer: string } | undefined;
}

/**
 * Counts an order for the caller's address, the shop and the recipient; the caller rolls back when it throws.
 * Above the free limits it requires the answer to a question; above the hourly limits it rejects. Exact under
 * concurrency, since the counting statement locks each bucket's row.
 * @throws rate_limited with the question in `facts.check`, or with the seconds to wait when no answer helps.
 */
export async function consumeOrderSlot(ctx: Ctx, { shopId, phone, proof }: OrderSlot): Promise<void> {
  const { name: address, wide } = addressBucket(ctx.address ?? "unknown");
  const networks = [
    { name: address, factor: 1 },
    ...(wide ? [{ name: wide.name, factor: WIDE_FACTOR }] : []),
  ];
  const hourBuckets = new Map(networks.map(({ name, factor }) => [`shop:${shopId}:${name}`, factor]));
  const buckets = [
    ...networks.map(({ name, factor }) => [name, FREE_LIMITS.address * factor, "10 minutes"] as const),
    ...[...hourBuckets].map(([name, factor]) => [name, HOURLY_LIMITS.usually * factor, "1 hour"] as const),
    [`shop:${shopId}`, FREE_LIMITS.shop, "10 minutes"] as const,
    [phoneNumberBucket(shopId, phone), FREE_LIMITS.number, "10 minutes"] as const,
  ];
  const counted = await readRows(
    ctx.db,
    z.object({ bucket: z.string(), orders: int, limit: int, wait: int }),
  )`
    insert into order_limits as t (bucket, orders, max_orders, until)
    values
      ${sql.join(
        buckets.map(
          ([bucket, limit, within]) => sql`(${bucket}, 1, ${limit}::integer, now() + ${within}::interval)`,
        ),
        sql`, `,
      )}
    on conflict (bucket) do update
    set
      orders = case when t.until <= now() then 1 else t.orders + 1 end,
      until = case when t.until <= now() then excluded.until else t.until end
    returning
      bucket, orders as orders, max_orders as "limit",
      greatest(1, ceil(extract(epoch from until - now())))::int as wait`;
  const unpaid = await readRow(ctx.db, z.object({ all: int, fresh: int, same: int }))`
    select
      count(*)::int as all,
      (count(*) filter (where placed_at > now() - interval '1 hour'))::int as fresh,
      (count(*) filter (where phone = ${phone}))::int as same
    from orders
    where reseller_id = (select reseller_id from shops where id = ${shopId}) and shop_id = ${shopId}
      and payment = 'awaiting'`;
  if (unpaid.same >= MAX_UNPAID_PER_NUMBER) {
    const message = `This number has ${MAX_UNPAID_PER_NUMBER} unpaid orders. Nothing was ordered. Pay for one of them first, or contact the shop.`;
    throw orderLimitError(message, 600);
  }
  if (unpaid.all >= UNPAID_LIMITS.full) {
    const message =
      "The shop has too many unpaid orders. Nothing was ordered. Call the shop, or try again later.";
    throw orderLimitError(message, 600);
  }
  const hourlyLimit = unpaid.fresh < UNPAID_LIMITS.crowded ? HOURLY_LIMITS.usually : HOURLY_LIMITS.crowded;
  const hour = counted.find(
    ({ bucket, orders }) => orders > hourlyLimit * (hourBuckets.get(bucket) ?? Infinity),
  );
  if (hour) {
    const message = `This shop got ${hourlyLimit} orders from your internet connection within an hour. Nothing was ordered. Call the shop, or try again in ${formatDuration(hour.wait)}.`;
    throw orderLimitError(message, hour.wait);
  }
  const busy = counted.some(({ bucket, orders, limit }) => !hourBuckets.has(bucket) && orders > limit);
  if (!busy || (proof && (await hasPassedHumanCheck(ctx, shopId, proof)))) return;
  const message = proof
    ? "The answer was wrong or too late. Nothing was ordered yet. Answer the new question, then order."
    : "The shop is getting many orders. Nothing was ordered yet. Answer the question, then order.";
  throw new PortalError("rate_limited", message, { facts: { check: createHumanCheck(shopId) } });
}

const orderLimitError = (message: string, retryAfter: number) =>
  new PortalError("rate_limited", message, { facts: { retryAfter } });

/** Hashes the number, so that it is counted without being stored. */
function phoneNumberBucket(shopId: number, phone: string): string {
  const keyed = createHmac("sha256", env().NEXTAUTH_SECRET).update(`number ${shopId} ${phone}`);
  return `number:${keyed.digest("hex").slice(0, 32)}`;
}

/** A question that people answer at a glance, with a seal that identifies it. */
export interface HumanCheck {
  /** In plain words, for reading and for hearing: "What is seven plus four?" */
  question: string;
  /** Sent back with the answer; it says nothing about it. */
  seal: string;
}

const NUMBER_NAMES = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const HUMAN_CHECK_LIFETIME_MS = 15 * 60_000;

/** Creates a question for an order at a shop, valid for 15 minutes. */
export function createHumanCheck(shopId: number, now = Date.now()): HumanCheck {
  const [first, second] = [randomInt(2, 10), randomInt(1, 4)];
  const about = `${randomBytes(12).toString("hex")}.${now + HUMAN_CHECK_LIFETIME_MS}`;
  const question = `What is ${NUMBER_NAMES[first]} plus ${NUMBER_NAMES[second]}?`;
  return { question, seal: `${about}.${signHumanCheck(shopId, about, first + second)}` };
}

/**
 * Returns whether `answer`, in digits or as a word, answers the question of `seal`: of this shop, not
 * expired, and not answered before. The caller's transaction consumes the seal.
 */
async function hasPassedHumanCheck(
  ctx: Ctx,
  shopId: number,
  proof: { seal: string; answer: string },
): Promise<boolean> {
  const [, about = "", id, until, signed = ""] = /^((\w{24})\.(\d{13}))\.(\w{64})$/.exec(proof.seal) ?? [];
  const answer = parseNumber(proof.answer);
  if (answer === undefined || !isEqualSecret(signed, signHumanCheck(shopId, about, answer))) return false;
  const used = await ctx.db.execute(sql`
    insert into order_limits (bucket, orders, max_orders, until)
    select ${`answered:${id}`}, 1, 1, to_timestamp(${Number(until)}::float8 / 1000)
    where to_timestamp(${Number(until)}::float8 / 1000) > now()
    on conflict do nothing returning 1`);
  return used.length === 1;
}

function parseNumber(typed: string): number | undefined {
  const text = typed.normalize("NFKC").trim().toLowerCase();
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const word = NUMBER_NAMES.indexOf(text);
  return word < 0 ? undefined : word;
}

function signHumanCheck(shopId: number, about: string, answer: number): string {
  const key = createHmac("sha256", env().NEXTAUTH_SECRET).update("human check").digest();
  return createHmac("sha256", key).update(`${shopId}.${about}.${answer}`).digest("hex");
}
