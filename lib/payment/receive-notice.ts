import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { paymentNotices, payments } from "#db/schema/payment";
import { type Ctx, requireSystem } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { inTurn } from "#lib/core/in-turn";
import { configured, type Providers } from "./configured.ts";
import { providersAt } from "./own-keys.ts";
import type { Notice, ProviderName } from "./provider.ts";

/** Headers that are kept with a notice: none that could be a secret itself. */
const KEPT = /^(content-type|user-agent|x-paystack-signature|monnify-signature|flutterwave-signature)$/;

/**
 * What an own address takes. A minute: the best hour of a shop with 1,000 orders a day has 150, with three webhooks each. Kept,
 * with what a row costs beside its body: three days of such a shop, after which they go (`eraseOldTold`).
 */
const MAX_OWN_PER_MINUTE = 60;
const MAX_OWN_BYTES = 20_000_000;
const ROW_BYTES = 500;

/** A flood at one address takes one connection of the database and no more. */
const inOwnTurn = inTurn<string>();

/** Refused for now. */
export interface TooMuch {
  /** In seconds. */
  retryAfter: number;
}

/**
 * Stores what a provider tells, raw and once; nothing is believed yet: a sweep verifies it. What is signed wrongly is
 * refused and leaves no trace. Called by the portal's own route.
 * @returns whether the signature was right; undefined when the provider's keys are not set.
 */
export async function receiveNotice(
  ctx: Ctx,
  provider: ProviderName,
  raw: Uint8Array,
  headers: Headers,
  using: Providers = configured(),
): Promise<boolean | undefined> {
  requireSystem(ctx);
  const from = using.get(provider);
  if (!from) return undefined;
  const notice = from.readNotice(raw, headers);
  if (!notice) return false;
  await store(ctx, provider, { notice, raw, headers, keysId: null });
  return true;
}

/**
 * The same for the account of a reseller's own that has this address; signed with their secret. What is not about a payment
 * that was asked for here is their own business, and not stored. What is stored has limits for each address.
 * @returns undefined when no keys have the address.
 */
export async function receiveOwnNotice(
  ctx: Ctx,
  { provider, address }: { provider: ProviderName; address: string },
  raw: Uint8Array,
  headers: Headers,
): Promise<boolean | TooMuch | undefined> {
  requireSystem(ctx);
  const all = await providersAt(ctx, provider, address);
  if (all.length === 0) return undefined;
  for (const { using, keysId } of all) {
    const notice = using.get(provider)?.readNotice(raw, headers);
    if (!notice) continue;
    const reference = notice.reference ?? "";
    const ours = and(eq(payments.keysId, keysId), eq(payments.reference, reference));
    const known = notice.reference !== null && (await ctx.db.$count(payments, ours)) > 0;
    if (!known && notice.about !== "refund") return true;
    return inOwnTurn(`${provider} ${address}`, async () => {
      const refused = await takeOwnSlot(ctx, { provider, address, bytes: raw.length });
      if (!refused) await store(ctx, provider, { notice, raw, headers, keysId });
      return refused ?? true;
    }).catch((error: unknown) => {
      if (error instanceof PortalError && error.code === "unavailable") return { retryAfter: 60 };
      throw error;
    });
  }
  return false;
}

/** Counts a webhook that is about to be stored. Where several processes do at once, the bytes of theirs may come on top. */
async function takeOwnSlot(
  ctx: Ctx,
  { provider, address, bytes }: { provider: ProviderName; address: string; bytes: number },
): Promise<TooMuch | undefined> {
  const keys = sql`select id from provider_keys where provider = ${provider} and address = ${address}`;
  const [row] = await ctx.db.execute<{ webhooks: number; wait: number; kept: string }>(sql`
    with counted as (
      update provider_keys set
        webhooks = case when webhooks_until > now() then webhooks + 1 else 1 end,
        webhooks_until = case when webhooks_until > now() then webhooks_until else now() + interval '1 minute' end
      where id = (select min(id) from (${keys}) of_address)
      returning webhooks, greatest(1, ceil(extract(epoch from webhooks_until - now())))::int as wait
    )
    select webhooks, wait, (select coalesce(sum(octet_length(body) + ${ROW_BYTES}), 0) from payment_notices
      where keys_id in (${keys})) as kept
    from counted`);
  if (row && row.webhooks > MAX_OWN_PER_MINUTE) return { retryAfter: row.wait };
  if (row && Number(row.kept) + bytes + ROW_BYTES > MAX_OWN_BYTES) return { retryAfter: 3_600 };
  return undefined;
}

interface Came {
  notice: Notice;
  raw: Uint8Array;
  headers: Headers;
  keysId: number | null;
}

async function store(
  ctx: Ctx,
  provider: ProviderName,
  { notice, raw, headers, keysId }: Came,
): Promise<void> {
  const { event, about, reference, transaction } = notice;
  // Whatever it is called: what names money or a payment that is known here is looked at now.
  const meant =
    about === "payment" || (await isKnown(ctx, provider, notice, keysId)) ? { reference, transaction } : {};
  const kept = Object.fromEntries([...headers].filter(([name]) => KEPT.test(name.toLowerCase())));
  await ctx.db
    .insert(paymentNotices)
    .values({
      ...{ provider, keysId, event, headers: kept, ...meant },
      body: Buffer.from(raw),
      hash: createHash("sha256").update(raw).digest(),
    })
    .onConflictDoNothing();
  if (about === "refund") await lookAfterRefund(ctx, provider, notice, keysId);
}

async function isKnown(
  ctx: Ctx,
  provider: ProviderName,
  { reference, transaction }: Notice,
  keysId: number | null,
): Promise<boolean> {
  const whose = sql`provider = ${provider} and keys_id is not distinct from ${keysId}`;
  const [known] = await ctx.db.execute(sql`
    select from provider_transactions where ${whose} and (transaction = ${transaction} or reference = ${reference})
    union all select from payments where ${whose} and reference = ${reference} limit 1`);
  return known !== undefined;
}

/** The provider is asked about the refund at the next sweep, which the notice wakes. One that it may not know of yet keeps its turn. */
async function lookAfterRefund(
  ctx: Ctx,
  provider: ProviderName,
  { refund, reference, transaction }: Notice,
  keysId: number | null,
): Promise<void> {
  await ctx.db.execute(sql`
    update payment_refunds r set next_try_at = now() from provider_transactions t
    where t.id = r.transaction_id and t.provider = ${provider} and t.keys_id is not distinct from ${keysId} and r.state in ('pending', 'attention')
      and (r.refund = ${refund} or t.reference = ${reference} or split_part(t.transaction, '+', 1) = ${transaction})`);
}
