import { createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { addressBucket } from "#lib/account/throttle";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";

/** Up to here nobody is asked anything. Many honest customers share one address of a mobile network: it has more. */
const FREE = { address: 20, shop: 120, number: 5 };
const WITHIN = "10 minutes";
/** Nobody pays for so many orders of one number at once. */
const MOST_WAITING = 10;

interface Slot {
  shopId: number;
  /** The recipient in E.164. */
  phone: string;
  /** The answer to the question that was asked before, if one was. */
  proof: { seal: string; answer: string } | undefined;
}

/**
 * Counts an order for the caller's address, the shop and the recipient; whoever calls it rolls back when it throws. A shop
 * never closes for what others do: above the limits it asks a question that takes a person a moment. Exact however many
 * call at once, since each bucket's row is locked by the statement that counts.
 * @throws rate_limited with the question in `facts.check`, or while too many orders of this number wait for payment.
 */
export async function takeOrderSlot(ctx: Ctx, { shopId, phone, proof }: Slot): Promise<void> {
  const buckets = [
    [addressBucket(ctx.address ?? "unknown").name, FREE.address],
    [`shop:${shopId}`, FREE.shop],
    [numberBucket(shopId, phone), FREE.number],
  ] as const;
  const counted = await ctx.db.execute<{ over: boolean }>(sql`
    insert into order_limits as t (bucket, taken, most, until) values
      ${sql.join(
        buckets.map(([bucket, most]) => sql`(${bucket}, 1, ${most}::integer, now() + ${WITHIN}::interval)`),
        sql`, `,
      )}
    on conflict (bucket) do update set
      taken = case when t.until <= now() then 1 else t.taken + 1 end,
      until = case when t.until <= now() then excluded.until else t.until end
    returning taken > most as over`);
  const [{ waiting } = { waiting: 0 }] = await ctx.db.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from orders
    where shop_id = ${shopId} and phone = ${phone} and payment = 'awaiting'`);
  if (waiting >= MOST_WAITING) {
    const words = `${MOST_WAITING} orders for this number wait for their payment. Pay for one of them, or ask the shop.`;
    throw new PortalError("rate_limited", words, { facts: { retryAfter: 600 } });
  }
  if (!counted.some(({ over }) => over) || (proof && (await isHuman(ctx, shopId, proof)))) return;
  const words = proof
    ? "That was not the answer, or it came too late. Nothing was ordered yet. Here is another question."
    : "Many orders came in just now. Nothing was ordered yet: answer the question, then order.";
  throw new PortalError("rate_limited", words, { facts: { check: askHuman(shopId) } });
}

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
