import { randomBytes, randomUUID } from "node:crypto";
import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { payments, providerKeys as table } from "#db/schema/payment";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireReseller, requireSystem } from "#lib/core/context";
import { conflictError, invalidError, notFoundError, PortalError } from "#lib/core/error";
import { seal } from "#lib/core/seal";
import { lockWallet } from "#lib/ledger/lock-wallet";
import { createProvider } from "#lib/payment/providers/configured-providers";
import type { ProviderKeys } from "#lib/payment/providers/descriptor";
import {
  PaymentRejected,
  PaymentUnclear,
  PROVIDER_NAMES,
  type ProviderName,
} from "#lib/payment/providers/provider";
import { PROVIDERS } from "#lib/payment/providers/providers";
import { ProviderStatusError } from "#lib/payment/providers/request-provider";
import { buildWebhookUrl } from "#lib/payment/webhook/webhook-url";
import { unsealProviderKeys } from "./reseller-providers.ts";

const ProviderKeyText = z
  .string("Enter this key.")
  .trim()
  .min(8, "Enter the whole key.")
  .max(200, "This is too long. Copy the key again.")
  .regex(/^[\x21-\x7e]+$/, "A key has no spaces. Copy it again.");

/** Beside the provider, a field for each of the keys that its descriptor names. */
export const SetProviderKeysInput = z.looseObject({ provider: z.enum(PROVIDER_NAMES) });
export type SetProviderKeysInput = z.input<typeof SetProviderKeysInput>;

function parseKeys(input: SetProviderKeysInput): { provider: ProviderName; keys: Record<string, string> } {
  const { provider } = SetProviderKeysInput.parse(input);
  const fields: Record<string, typeof ProviderKeyText> = Object.fromEntries(
    Object.keys(PROVIDERS[provider].keys).map((name) => [name, ProviderKeyText]),
  );
  return { provider, keys: z.object(fields).parse(input) };
}

/** So many days a webhook is still read that is signed with the keys before. */
export const PREVIOUS_KEYS_DAYS = 7;

/**
 * Verifies the acting reseller's provider keys, seals and saves them, and replaces earlier ones. Customers of
 * their shop then pay into their own account. The webhook address stays. New keys of the same account take
 * over its open payments, and webhooks signed with the previous keys are read for some days; with keys of
 * another account, open payments are still followed by the earlier keys.
 * @throws invalid at the shown key when the provider rejects it; unavailable when its response isn't clear;
 * conflict when they were changed meanwhile; invalid at `confirmPassword`
 */
export async function setProviderKeys(ctx: Ctx, input: SetProviderKeysInput): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { provider, keys } = parseKeys(input);
  await requireConfirmation(ctx);
  const current = await getCurrentKeys(ctx, resellerId, provider);
  const before = current.now?.sealed ? unsealProviderKeys(provider, current.now.sealed) : undefined;
  const begun = current.now ? await listRecentReferences(ctx, resellerId, current.now.id) : [];
  const isSame =
    (await verifyKeys(provider, keys, begun)) ||
    (before !== undefined && isSameAccount(provider, before, keys));
  const text = JSON.stringify(keys);
  if (JSON.stringify(before) === text) return;
  const { shownKey } = PROVIDERS[provider];
  const fresh = { hint: keys[shownKey]?.slice(-4) ?? "", sealed: seal(text, "provider keys") };
  await inTransaction(ctx, async (tx) => {
    await lockWallet(tx, resellerId);
    const { now } = await getCurrentKeys(tx, resellerId, provider);
    if (now?.sealed !== current.now?.sealed)
      throw conflictError(
        "These keys changed in the meantime. Yours weren’t saved. Reload the page and try again.",
      );
    if (now && isSame) await replaceKeys(tx, now.id, fresh);
    else {
      await retireKeys(tx, resellerId, provider);
      const address = current.address ?? randomBytes(10).toString("hex");
      await tx.db.insert(table).values({ resellerId, provider, address, ...fresh });
    }
    const { hint } = fresh;
    await recordAudit(tx, {
      action: "shop.keys_set",
      subject: "keys",
      subjectId: provider,
      resellerId,
      before: { hint: now?.hint ?? null },
      after: { hint },
    });
  });
}

/** A reseller's keys in use at a provider, and the address that they have had there, also by earlier ones. */
async function getCurrentKeys(ctx: Ctx, resellerId: number, provider: ProviderName) {
  const rows = await ctx.db
    .select({
      id: table.id,
      sealed: table.sealed,
      address: table.address,
      hint: table.hint,
      removedAt: table.removedAt,
    })
    .from(table)
    .where(and(eq(table.resellerId, resellerId), eq(table.provider, provider)))
    .orderBy(desc(table.id));
  return { address: rows[0]?.address, now: rows.find(({ removedAt }) => removedAt === null) };
}

/** Whether both name the same account; the secrets beside those keys may differ. */
const isSameAccount = (provider: ProviderName, before: ProviderKeys, now: ProviderKeys) =>
  Object.entries(PROVIDERS[provider].keys).some(
    ([name, { namesAccount }]) => namesAccount && before[name] !== undefined && before[name] === now[name],
  );

/**
 * Lists the last payments started with these keys, paid ones first: the provider may not know
 * those that weren't tried.
 */
async function listRecentReferences(ctx: Ctx, resellerId: number, keysId: number): Promise<string[]> {
  const rows = await ctx.db
    .select({ reference: payments.reference })
    .from(payments)
    .where(and(eq(payments.resellerId, resellerId), eq(payments.keysId, keysId), isNotNull(payments.page)))
    .orderBy(sql`(${payments.state} = 'paid') desc`, desc(payments.id))
    .limit(3);
  return rows.map(({ reference }) => reference);
}

/** The same account under new keys: those before are kept for some days, for webhooks that they signed. */
async function replaceKeys(ctx: Ctx, id: number, fresh: { hint: string; sealed: string }): Promise<void> {
  await ctx.db
    .update(table)
    .set({
      ...fresh,
      createdAt: sql`now()`,
      previousSealed: table.sealed,
      previousValidUntil: sql`now() + make_interval(days => ${PREVIOUS_KEYS_DAYS})`,
    })
    .where(eq(table.id, id));
}

/**
 * Verifies keys by asking for payments that earlier keys started, or for a random reference.
 * @returns whether one of those payments exists there, which proves that it is the same account:
 * references can't be guessed
 */
async function verifyKeys(
  provider: ProviderName,
  keys: ProviderKeys,
  begun: readonly string[],
): Promise<boolean> {
  const { label, shownKey } = PROVIDERS[provider];
  const adapter = createProvider(provider, keys);
  try {
    for (const reference of begun) if ((await adapter.verify({ reference })).state !== "unknown") return true;
    if (begun.length === 0) await adapter.verify({ reference: randomUUID() });
    return false;
  } catch (error) {
    const rejected =
      error instanceof PaymentRejected ||
      (error instanceof ProviderStatusError && (error.status === 401 || error.status === 403));
    if (rejected) throw invalidError(shownKey, `${label} rejected these keys. Copy them again.`);
    if (error instanceof PaymentUnclear) {
      const message = `${label} isn’t responding, so we couldn’t verify the keys. They weren’t saved. Try again in a moment.`;
      throw new PortalError("unavailable", message, { cause: error });
    }
    throw error;
  }
}

export const RemoveProviderKeysInput = z.object({ provider: z.enum(PROVIDER_NAMES) });
export type RemoveProviderKeysInput = z.input<typeof RemoveProviderKeysInput>;

/**
 * Removes the acting reseller's keys at a provider: no payment starts with them any more. They are erased
 * once all open payments ended.
 * @throws not_found
 */
export async function removeProviderKeys(ctx: Ctx, input: RemoveProviderKeysInput): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { provider } = RemoveProviderKeysInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const before = await retireKeys(tx, resellerId, provider);
    if (!before) throw notFoundError("payment account");
    await recordAudit(tx, {
      action: "shop.keys_removed",
      subject: "keys",
      subjectId: provider,
      resellerId,
      before: { hint: before.hint },
      after: { hint: null },
    });
  });
}

async function retireKeys(ctx: Ctx, resellerId: number, provider: ProviderName) {
  const [removed] = await ctx.db
    .update(table)
    .set({ removedAt: sql`now()` })
    .where(and(eq(table.resellerId, resellerId), eq(table.provider, provider), isNull(table.removedAt)))
    .returning({ hint: table.hint });
  return removed;
}

/** The acting reseller's keys in use: the last four of each, and where webhooks are to go. */
export async function listProviderKeys(ctx: Ctx) {
  const { id } = requireReseller(ctx);
  const rows = await ctx.db
    .select({
      provider: table.provider,
      hint: table.hint,
      address: table.address,
      createdAt: table.createdAt,
      previousValidUntil: sql<Date | null>`case
          when ${table.previousValidUntil} > now() then ${table.previousValidUntil}
        end`.mapWith(table.previousValidUntil),
    })
    .from(table)
    .where(and(eq(table.resellerId, id), isNull(table.removedAt)));
  return PROVIDER_NAMES.map((name) => {
    const set = rows.find(({ provider }) => provider === name);
    return {
      name,
      label: PROVIDERS[name].label,
      fields: Object.entries(PROVIDERS[name].keys).map(([key, { label, hint }]) => ({
        name: key,
        label,
        ...(hint && { hint }),
      })),
      set: set && {
        hint: set.hint,
        createdAt: set.createdAt,
        previousValidUntil: set.previousValidUntil,
        webhooks: buildWebhookUrl(name, set.address),
      },
    };
  });
}
export type ProviderKeysView = Awaited<ReturnType<typeof listProviderKeys>>[number];

/**
 * Counts resellers' keys that were changed recently, so that the previous ones are still read. The operator's
 * commands only.
 */
export async function countPreviousKeys(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  return ctx.db.$count(table, sql`${table.previousValidUntil} > now()`);
}

/**
 * Forgets removed keys by which nothing is open any more: no payment that may yet be paid, no money that may
 * yet be sent back, no refund on its way; and keys before those of now, when their days are over.
 */
export async function eraseRemovedKeys(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  await ctx.db
    .update(table)
    .set({ previousSealed: null, previousValidUntil: null })
    .where(sql`${table.previousValidUntil} <= now()`);
  const forgotten = await ctx.db
    .update(table)
    .set({ sealed: null })
    .where(
      and(
        isNotNull(table.removedAt),
        isNotNull(table.sealed),
        sql`not exists (select from payments where keys_id = ${table.id} and next_check_at is not null)`,
        sql`not exists (
          select
          from provider_transactions t
          join payment_refunds r on r.transaction_id = t.id
          where t.keys_id = ${table.id} and r.next_attempt_at is not null)`,
        // An unmatched payment is still to be refunded or resolved.
        sql`not exists (
          select
          from provider_transactions t
          where t.keys_id = ${table.id} and t.state in ('unmatched', 'refunding'))`,
        // An undelivered or reversed purchase may still be refunded.
        sql`not exists (
          select
          from provider_transactions t
          join payments y on y.id = t.payment_id
          join orders o on o.id = y.order_id
          left join purchases u on u.id = o.purchase_id
          where t.keys_id = ${table.id} and t.state = 'direct' and u.state is distinct from 'successful')`,
        // The payment of an undelivered order may still be refunded.
        sql`not exists (
          select
          from payments y
          join orders o on o.id = y.order_id
          where y.keys_id = ${table.id} and o.due_at is not null)`,
      ),
    )
    .returning({ id: table.id });
  return forgotten.length;
}
