import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { payments, providerWebhooks } from "#db/schema/payment";
import { type Ctx, requireSystem } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { createKeyedMutex } from "#lib/core/lane/keyed-mutex";
import { int, readRows } from "#lib/core/read-rows";
import { listProvidersByAddress } from "#lib/payment/keys/reseller-providers";
import { getProviders, type Providers } from "#lib/payment/providers/configured-providers";
import type { ProviderName, ProviderWebhook } from "#lib/payment/providers/provider";
import { PROVIDERS } from "#lib/payment/providers/providers";

/** No other header is stored: it could hold a secret. */
const STORED_HEADERS = new Set([
  ...["content-type", "user-agent"],
  ...Object.values(PROVIDERS).map(({ signatureHeader }) => signatureHeader),
]);

/**
 * Limits of one reseller's webhook address. The best hour of a shop with 1,000 orders a day has 150, with
 * three webhooks each; stored bytes are three days of such a shop, after which they are erased
 * (`eraseOldProviderData`).
 */
const MAX_WEBHOOKS_PER_MINUTE = 60;
const MAX_STORED_BYTES = 20_000_000;
const ROW_BYTES = 500;

/** A flood at one address takes one connection of the database and no more. */
const runByAddress = createKeyedMutex<string>();

/** The result of a webhook: stored or ignored, not signed with the secret, or to keys that aren't set. */
export type WebhookResult = "accepted" | "unsigned" | "unknown_keys" | WebhookRateLimit;

interface WebhookRateLimit {
  /** In seconds. */
  retryAfter: number;
}

/**
 * Stores a webhook, raw and once, for the payment lane to verify. One with a wrong signature is rejected and
 * not stored. Called by the portal's own route.
 */
export async function receiveProviderWebhook(
  ctx: Ctx,
  provider: ProviderName,
  raw: Uint8Array,
  headers: Headers,
  providers: Providers = getProviders(),
): Promise<WebhookResult> {
  requireSystem(ctx);
  const adapter = providers.get(provider);
  if (!adapter) return "unknown_keys";
  const webhook = adapter.readWebhook(raw, headers);
  if (!webhook) return "unsigned";
  await storeProviderWebhook(ctx, provider, { webhook, raw, headers, keysId: null });
  return "accepted";
}

/**
 * Stores a webhook to a reseller's own account, found by its address and signed with their secret. Webhooks
 * about other payments of that account are accepted and not stored.
 */
export async function receiveResellerProviderWebhook(
  ctx: Ctx,
  { provider, address }: { provider: ProviderName; address: string },
  raw: Uint8Array,
  headers: Headers,
): Promise<WebhookResult> {
  requireSystem(ctx);
  const all = await listProvidersByAddress(ctx, provider, address);
  if (all.length === 0) return "unknown_keys";
  for (const { providers, keysId } of all) {
    const webhook = providers.get(provider)?.readWebhook(raw, headers);
    if (!webhook) continue;
    const reference = webhook.reference ?? "";
    const isMatch = and(eq(payments.keysId, keysId), eq(payments.reference, reference));
    const isOurs = webhook.reference !== null && (await ctx.db.$count(payments, isMatch)) > 0;
    if (!isOurs && webhook.about !== "refund") return "accepted";
    return runByAddress(`${provider} ${address}`, async () => {
      const limit = await consumeWebhookQuota(ctx, { provider, address, bytes: raw.length });
      if (!limit) await storeProviderWebhook(ctx, provider, { webhook, raw, headers, keysId });
      return limit ?? "accepted";
    }).catch((error: unknown) => {
      if (error instanceof PortalError && error.code === "unavailable") return { retryAfter: 60 };
      throw error;
    });
  }
  return "unsigned";
}

/**
 * Counts a webhook that is about to be stored.
 * Where several processes do at once, the bytes of theirs may come on top.
 */
async function consumeWebhookQuota(
  ctx: Ctx,
  { provider, address, bytes }: { provider: ProviderName; address: string; bytes: number },
): Promise<WebhookRateLimit | undefined> {
  const keys = sql`select id from provider_keys where provider = ${provider} and address = ${address}`;
  const [row] = await readRows(ctx.db, z.object({ webhooks: int, wait: int, kept: int }))`
    with counted as (
      update provider_keys
      set
        webhooks = case when webhook_count_until > now() then webhooks + 1 else 1 end,
        webhook_count_until = case
          when webhook_count_until > now() then webhook_count_until
          else now() + interval '1 minute'
        end
      where id = (select min(id) from (${keys}) of_address)
      returning webhooks, greatest(1, ceil(extract(epoch from webhook_count_until - now())))::int as wait
    )
    select
      webhooks, wait,
      (
        select coalesce(sum(octet_length(body) + ${ROW_BYTES}), 0)
        from provider_webhooks
        where keys_id in (${keys})
      ) as kept
    from counted`;
  if (row && row.webhooks > MAX_WEBHOOKS_PER_MINUTE) return { retryAfter: row.wait };
  if (row && row.kept + bytes + ROW_BYTES > MAX_STORED_BYTES) return { retryAfter: 3_600 };
  return undefined;
}

interface IncomingWebhook {
  webhook: ProviderWebhook;
  raw: Uint8Array;
  headers: Headers;
  keysId: number | null;
}

async function storeProviderWebhook(
  ctx: Ctx,
  provider: ProviderName,
  { webhook, raw, headers, keysId }: IncomingWebhook,
): Promise<void> {
  const { event, about, reference, transaction } = webhook;
  // An event of any name is verified at once if it is about money or a payment that is recorded here.
  const subject =
    about === "payment" || (await isRecordedPayment(ctx, provider, webhook, keysId))
      ? { reference, transaction }
      : {};
  const stored = Object.fromEntries([...headers].filter(([name]) => STORED_HEADERS.has(name.toLowerCase())));
  await ctx.db
    .insert(providerWebhooks)
    .values({
      provider,
      keysId,
      event,
      headers: stored,
      ...subject,
      body: Buffer.from(raw),
      hash: createHash("sha256").update(raw).digest(),
    })
    .onConflictDoNothing();
  if (about === "refund") await scheduleRefundCheck(ctx, provider, webhook, keysId);
}

async function isRecordedPayment(
  ctx: Ctx,
  provider: ProviderName,
  { reference, transaction }: ProviderWebhook,
  keysId: number | null,
): Promise<boolean> {
  const isAccount = sql`provider = ${provider} and keys_id is not distinct from ${keysId}`;
  const [known] = await ctx.db.execute(sql`
    select
    from provider_transactions
    where ${isAccount} and (transaction = ${transaction} or reference = ${reference})
    union all
    select from payments where ${isAccount} and reference = ${reference}
    limit 1`);
  return known !== undefined;
}

/** Makes the refund due, so that the lane, which the stored webhook wakes, asks the provider about it. */
async function scheduleRefundCheck(
  ctx: Ctx,
  provider: ProviderName,
  { refund, reference, transaction }: ProviderWebhook,
  keysId: number | null,
): Promise<void> {
  await ctx.db.execute(sql`
    update payment_refunds r
    set next_attempt_at = now()
    from provider_transactions t
    where t.id = r.transaction_id and t.provider = ${provider} and t.keys_id is not distinct from ${keysId}
      and r.state in ('pending', 'attention')
      and (r.refund = ${refund}
        or t.reference = ${reference}
        or split_part(t.transaction, '+', 1) = ${transaction})`);
}
