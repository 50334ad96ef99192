import { createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";

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
export async function isHuman(
  ctx: Ctx,
  shopId: number,
  given: { seal: string; answer: string },
): Promise<boolean> {
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
