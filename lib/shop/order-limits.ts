import { createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { addressBucket } from "#lib/account/throttle";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";
import { saySpan } from "#lib/core/time";

/** Orders in ten minutes before a question is asked. Many customers share one address of a mobile network: it has more. */
const FREE = { address: 20, shop: 120, number: 5 };
/**
 * Orders that one shop takes from one address in an hour, whatever is answered: more than a shop with 1,000 orders a day gets in
 * its best hour through the one address of a mobile network. While the shop has many unpaid orders, it takes few.
 */
const HOURLY = { usually: 120, crowded: 5 };
/**
 * Unpaid orders of the last hour at which a shop is crowded, and of whatever age at which it takes no more: some shops wait a
 * week for the payment.
 */
const UNPAID = { crowded: 300, full: 5_000 };
/** Unpaid orders for one number. */
const MAX_UNPAID_OF_NUMBER = 10;

interface Slot {
  shopId: number;
  /** The recipient in E.164. */
  phone: string;
  /** The answer to the question that was asked before, if one was. */
  proof: { seal: string; answer: string } | undefined;
}

/**
 * Counts an order for the caller's address, the shop and the recipient; whoever calls it rolls back when it throws. Above what
 * is free it asks a question that takes a person a moment; above what a person ever needs it takes none. Exact however many
 * call at once, since each bucket's row is locked by the statement that counts.
 * @throws rate_limited with the question in `facts.check`, or with the seconds to wait when no answer would help.
 */
export async function takeOrderSlot(ctx: Ctx, { shopId, phone, proof }: Slot): Promise<void> {
  const address = addressBucket(ctx.address ?? "unknown").name;
  const buckets = [
    [address, FREE.address, "10 minutes"],
    [`shop:${shopId}:${address}`, HOURLY.usually, "1 hour"],
    [`shop:${shopId}`, FREE.shop, "10 minutes"],
    [numberBucket(shopId, phone), FREE.number, "10 minutes"],
  ] as const;
  const counted = await ctx.db.execute<{ bucket: string; taken: number; most: number; wait: number }>(sql`
    insert into order_limits as t (bucket, taken, most, until) values
      ${sql.join(
        buckets.map(
          ([bucket, most, within]) => sql`(${bucket}, 1, ${most}::integer, now() + ${within}::interval)`,
        ),
        sql`, `,
      )}
    on conflict (bucket) do update set
      taken = case when t.until <= now() then 1 else t.taken + 1 end,
      until = case when t.until <= now() then excluded.until else t.until end
    returning bucket, taken, most, greatest(1, ceil(extract(epoch from until - now())))::int as wait`);
  const [unpaid = { all: 0, fresh: 0, same: 0 }] = await ctx.db.execute<
    Record<"all" | "fresh" | "same", number>
  >(sql`
    select count(*)::int as all, (count(*) filter (where placed_at > now() - interval '1 hour'))::int as fresh,
      (count(*) filter (where phone = ${phone}))::int as same from orders
    where reseller_id = (select reseller_id from shops where id = ${shopId}) and shop_id = ${shopId}
      and payment = 'awaiting'`);
  if (unpaid.same >= MAX_UNPAID_OF_NUMBER) {
    const words = `${MAX_UNPAID_OF_NUMBER} orders for this number wait for their payment. Pay for one of them, or ask the shop.`;
    throw refused(words, 600);
  }
  if (unpaid.all >= UNPAID.full) {
    const words =
      "The shop has too many unpaid orders. Nothing was ordered. Call the shop, or try again later.";
    throw refused(words, 600);
  }
  const most = unpaid.fresh < UNPAID.crowded ? HOURLY.usually : HOURLY.crowded;
  const [hourBucket] = buckets[1];
  const hour = counted.find(({ bucket }) => bucket === hourBucket);
  if (hour && hour.taken > most) {
    const words = `Your network sent this shop ${most} orders within an hour. Nothing was ordered. Call the shop, or try again in ${saySpan(hour.wait)}.`;
    throw refused(words, hour.wait);
  }
  const busy = counted.some(({ bucket, taken, most }) => bucket !== hourBucket && taken > most);
  if (!busy || (proof && (await isHuman(ctx, shopId, proof)))) return;
  const words = proof
    ? "That was not the answer, or it came too late. Nothing was ordered yet. Here is another question."
    : "Many orders came in just now. Nothing was ordered yet: answer the question, then order.";
  throw new PortalError("rate_limited", words, { facts: { check: askHuman(shopId) } });
}

const refused = (words: string, retryAfter: number) =>
  new PortalError("rate_limited", words, { facts: { retryAfter } });

/** A number is counted without being kept. */
function numberBucket(shopId: number, phone: string): string {
  const keyed = createHmac("sha256", env().NEXTAUTH_SECRET).update(`number ${shopId} ${phone}`);
  return `number:${keyed.digest("hex").slice(0, 32)}`;
}

/** A question that a person answers at a glance, and what proves which one it was. */
export interface HumanCheck {
  /** In plain words, for reading and for hearing: "What is seven plus four?" */
  question: string;
  /** Sent back with the answer; it says nothing about it. */
  seal: string;
}

const NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const LASTS_MS = 15 * 60_000;

/** A new question for an order at a shop, good for a quarter of an hour. */
export function askHuman(shopId: number, now = Date.now()): HumanCheck {
  const [one, other] = [randomInt(2, 10), randomInt(1, 4)];
  const about = `${randomBytes(12).toString("hex")}.${now + LASTS_MS}`;
  const question = `What is ${NUMBERS[one]} plus ${NUMBERS[other]}?`;
  return { question, seal: `${about}.${signature(shopId, about, one + other)}` };
}

/**
 * Whether `answer`, in digits or as a word, is that of the question behind `seal`: asked by this shop, not too long ago,
 * and answered for the first time. Used up only when the caller's transaction commits.
 */
async function isHuman(ctx: Ctx, shopId: number, given: { seal: string; answer: string }): Promise<boolean> {
  const [, about = "", id, until, signed = ""] = /^((\w{24})\.(\d{13}))\.(\w{64})$/.exec(given.seal) ?? [];
  const answer = numberIn(given.answer);
  if (answer === undefined || !isSame(signed, signature(shopId, about, answer))) return false;
  const used = await ctx.db.execute(sql`
    insert into order_limits (bucket, taken, most, until)
    select ${`answered:${id}`}, 1, 1, to_timestamp(${Number(until)}::float8 / 1000)
    where to_timestamp(${Number(until)}::float8 / 1000) > now()
    on conflict do nothing returning 1`);
  return used.length === 1;
}

function numberIn(typed: string): number | undefined {
  const text = typed.normalize("NFKC").trim().toLowerCase();
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const word = NUMBERS.indexOf(text);
  return word < 0 ? undefined : word;
}

function signature(shopId: number, about: string, answer: number): string {
  const key = createHmac("sha256", env().NEXTAUTH_SECRET).update("human check").digest();
  return createHmac("sha256", key).update(`${shopId}.${about}.${answer}`).digest("hex");
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
