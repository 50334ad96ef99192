import { randomBytes, randomUUID } from "node:crypto";
import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { wallets } from "#db/schema/ledger";
import { payments, providerKeys as table } from "#db/schema/payment";
import { requireConfirmed } from "#lib/account/password/confirm";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { invalid, notFound, PortalError } from "#lib/core/error";
import { seal } from "#lib/core/sealed";
import { Unheard } from "./ask.ts";
import { PROVIDER_NAMES } from "./names.ts";
import { readKeys } from "./own-keys.ts";
import { PaymentRefused, PaymentUnanswered, PROVIDERS, type ProviderName } from "./provider.ts";
import { type Keys, keyedProvider } from "./providers.ts";

const key = (what: string) =>
  z
    .string(`Type ${what}.`)
    .trim()
    .min(8, `Type ${what}.`)
    .max(200, "This is too long.")
    .regex(/^[\x21-\x7e]+$/, "Copy it again: it has no spaces.");

/** What each provider gives; the secret that is shown by its last four comes first. */
export const SetKeysInput = z.discriminatedUnion("provider", [
  z.object({ provider: z.literal("paystack"), secretKey: key("the secret key") }),
  z.object({
    provider: z.literal("monnify"),
    secretKey: key("the secret key"),
    apiKey: key("the API key"),
    contractCode: key("the contract code"),
  }),
  z.object({
    provider: z.literal("flutterwave"),
    clientSecret: key("the client secret"),
    clientId: key("the client id"),
    webhookSecret: key("the secret hash"),
  }),
]);
export type SetKeysInput = z.input<typeof SetKeysInput>;

/** Where a provider sends the notices of an account that has this address. */
const noticesOf = (provider: string, address: string) =>
  new URL(`/api/payments/${provider}/notice/${address}`, env().NEXTAUTH_URL).href;

/** So many days a notice is still read that is signed with the keys before. */
export const KEYS_BEFORE_DAYS = 7;

/**
 * Keeps the acting reseller's own keys at a provider, sealed, after the provider took them; instead of earlier ones there.
 * From then on customers of their shop pay into their own account. Their address of notices stays the same. New keys of the
 * same account take over what was begun by those before, whose notices are read for some days more; keys of another account
 * begin anew, and what was begun by those before is followed by those.
 * @throws invalid at the secret when the provider does not take it; unavailable when it gives no clear answer, conflict when
 *   they were changed meanwhile: nothing was kept; invalid at `confirmPassword`
 */
export async function setKeys(ctx: Ctx, input: SetKeysInput): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { provider, ...keys } = SetKeysInput.parse(input);
  await requireConfirmed(ctx);
  const known = await knownKeys(ctx, resellerId, provider);
  const before = known.now?.sealed ? readKeys(provider, known.now.sealed) : undefined;
  const begun = known.now ? await begunBy(ctx, resellerId, known.now.id) : [];
  const isSame = (await tryKeys(provider, keys, begun)) || (before !== undefined && namesSame(before, keys));
  const text = JSON.stringify(keys satisfies Keys);
  if (JSON.stringify(before) === text) return;
  const [secret = ""] = Object.values(keys);
  const fresh = { hint: secret.slice(-4), sealed: seal(text, "provider keys") };
  await inTransaction(ctx, async (tx) => {
    await tx.db.select().from(wallets).where(eq(wallets.resellerId, resellerId)).for("update");
    const { now } = await knownKeys(tx, resellerId, provider);
    if (now?.sealed !== known.now?.sealed)
      throw new PortalError(
        "conflict",
        "These keys were changed meanwhile. Nothing was kept: look at them again.",
      );
    if (now && isSame) await replaceKeys(tx, now.id, fresh);
    else {
      await removeRow(tx, resellerId, provider);
      const address = known.address ?? randomBytes(10).toString("hex");
      await tx.db.insert(table).values({ resellerId, provider, address, ...fresh });
    }
    const { hint } = fresh;
    await record(tx, {
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
async function knownKeys(ctx: Ctx, resellerId: number, provider: ProviderName) {
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

/** Keys that name an account at the provider, who answered by them: the secrets beside them are others. */
const namesSame = (before: Keys, now: Keys) =>
  [before.apiKey, before.clientId].some((name) => name && [now.apiKey, now.clientId].includes(name));

/** The last few payments that the provider began by these keys, paid ones first: it may not know of those that nobody tried. */
async function begunBy(ctx: Ctx, resellerId: number, keysId: number): Promise<string[]> {
  const rows = await ctx.db
    .select({ reference: payments.reference })
    .from(payments)
    .where(and(eq(payments.resellerId, resellerId), eq(payments.keysId, keysId), isNotNull(payments.page)))
    .orderBy(sql`(${payments.state} = 'paid') desc`, desc(payments.id))
    .limit(3);
  return rows.map(({ reference }) => reference);
}

/** The same account under new keys: those before are kept for some days, for notices that they signed. */
async function replaceKeys(ctx: Ctx, id: number, fresh: { hint: string; sealed: string }): Promise<void> {
  await ctx.db
    .update(table)
    .set({
      ...fresh,
      createdAt: sql`now()`,
      sealedBefore: table.sealed,
      beforeUntil: sql`now() + make_interval(days => ${KEYS_BEFORE_DAYS})`,
    })
    .where(eq(table.id, id));
}

/**
 * Asks for payments that keys before began, or for one that nobody did: whoever has the right keys is answered. @returns
 * whether one of them is known there, so that it is the same account; nobody else can guess their references.
 */
async function tryKeys(provider: ProviderName, keys: Keys, begun: readonly string[]): Promise<boolean> {
  const name = PROVIDER_NAMES[provider];
  const secret = Object.keys(keys)[0] ?? "";
  const asked = keyedProvider(provider, keys);
  try {
    for (const reference of begun) if ((await asked.verify({ reference })).state !== "unknown") return true;
    if (begun.length === 0) await asked.verify({ reference: randomUUID() });
    return false;
  } catch (error) {
    const refused =
      error instanceof PaymentRefused ||
      (error instanceof Unheard && (error.status === 401 || error.status === 403));
    if (refused) throw invalid(secret, `${name} does not take these keys. Copy them again.`);
    if (error instanceof PaymentUnanswered) {
      const words = `${name} does not answer just now, so the keys could not be tried. Nothing was kept: try again in a moment.`;
      throw new PortalError("unavailable", words, { cause: error });
    }
    throw error;
  }
}

export const RemoveKeysInput = z.object({ provider: z.enum(PROVIDERS) });
export type RemoveKeysInput = z.input<typeof RemoveKeysInput>;

/**
 * Takes the acting reseller's keys at a provider out: no payment begins by them any more. What was begun is followed to its
 * end, then they are forgotten. @throws not_found
 */
export async function removeKeys(ctx: Ctx, input: RemoveKeysInput): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { provider } = RemoveKeysInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const before = await removeRow(tx, resellerId, provider);
    if (!before) throw notFound("keys");
    await record(tx, {
      action: "shop.keys_removed",
      subject: "keys",
      subjectId: provider,
      resellerId,
      before: { hint: before.hint },
      after: { hint: null },
    });
  });
}

async function removeRow(ctx: Ctx, resellerId: number, provider: ProviderName) {
  const [removed] = await ctx.db
    .update(table)
    .set({ removedAt: sql`now()` })
    .where(and(eq(table.resellerId, resellerId), eq(table.provider, provider), isNull(table.removedAt)))
    .returning({ hint: table.hint });
  return removed;
}

/** The acting reseller's keys that are in use: the last four of each, and where the provider is to send notices. */
export async function ownKeys(ctx: Ctx) {
  const { id } = requireReseller(ctx);
  const rows = await ctx.db
    .select({
      provider: table.provider,
      hint: table.hint,
      address: table.address,
      createdAt: table.createdAt,
      beforeUntil:
        sql<Date | null>`case when ${table.beforeUntil} > now() then ${table.beforeUntil} end`.mapWith(
          table.beforeUntil,
        ),
    })
    .from(table)
    .where(and(eq(table.resellerId, id), isNull(table.removedAt)));
  return PROVIDERS.map((name) => {
    const set = rows.find(({ provider }) => provider === name);
    return {
      name,
      label: PROVIDER_NAMES[name],
      set: set && {
        ...{ hint: set.hint, createdAt: set.createdAt, beforeUntil: set.beforeUntil },
        notices: noticesOf(name, set.address),
      },
    };
  });
}
export type OwnKeys = Awaited<ReturnType<typeof ownKeys>>[number];

/** How many keys of resellers were changed lately, so that notices of those before are read too. Only the operator's commands. */
export async function keysBefore(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  return ctx.db.$count(table, sql`${table.beforeUntil} > now()`);
}

/**
 * Forgets removed keys by which nothing is open any more: no payment that may yet be paid, no money that may yet be sent back,
 * no refund on its way; and keys before those of now, when their days are over.
 */
export async function forgetKeys(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  await ctx.db
    .update(table)
    .set({ sealedBefore: null, beforeUntil: null })
    .where(sql`${table.beforeUntil} <= now()`);
  const forgotten = await ctx.db
    .update(table)
    .set({ sealed: null })
    .where(
      and(
        isNotNull(table.removedAt),
        isNotNull(table.sealed),
        sql`not exists (select from payments where keys_id = ${table.id} and next_check_at is not null)`,
        sql`not exists (select from provider_transactions t join payment_refunds r on r.transaction_id = t.id
          where t.keys_id = ${table.id} and r.next_try_at is not null)`,
        // What is not just the price is still to be sent back or settled.
        sql`not exists (select from provider_transactions t where t.keys_id = ${table.id} and t.state in ('odd', 'refunding'))`,
        // What was not delivered, or was taken back, may yet be given back.
        sql`not exists (select from provider_transactions t join payments y on y.id = t.payment_id join orders o on o.id = y.order_id
          left join purchases u on u.id = o.purchase_id
          where t.keys_id = ${table.id} and t.state = 'direct' and u.state is distinct from 'successful')`,
        // Whose order is still to be delivered may yet be given back.
        sql`not exists (select from payments y join orders o on o.id = y.order_id
          where y.keys_id = ${table.id} and o.next_look_at is not null)`,
      ),
    )
    .returning({ id: table.id });
  return forgotten.length;
}
