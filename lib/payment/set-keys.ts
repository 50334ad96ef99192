import { randomBytes, randomUUID } from "node:crypto";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { wallets } from "#db/schema/ledger";
import { providerKeys as table } from "#db/schema/payment";
import { requireConfirmed } from "#lib/account/password/confirm";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { invalid, notFound, PortalError } from "#lib/core/error";
import { seal } from "#lib/core/sealed";
import { Unheard } from "./ask.ts";
import { PROVIDER_NAMES } from "./names.ts";
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

/**
 * Keeps the acting reseller's own keys at a provider, sealed, after the provider took them; instead of earlier ones there.
 * From then on customers of their shop pay into their own account. Their address of notices stays the same.
 * @throws invalid at the secret when the provider does not take it; unavailable when it gives no clear answer: nothing was
 *   kept; invalid at `confirmPassword`
 */
export async function setKeys(ctx: Ctx, input: SetKeysInput): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { provider, ...keys } = SetKeysInput.parse(input);
  await requireConfirmed(ctx);
  await tryKeys(provider, keys);
  const [secret = ""] = Object.values(keys);
  await inTransaction(ctx, async (tx) => {
    await tx.db.select().from(wallets).where(eq(wallets.resellerId, resellerId)).for("update");
    const [known] = await tx.db
      .select({ address: table.address })
      .from(table)
      .where(and(eq(table.resellerId, resellerId), eq(table.provider, provider)))
      .limit(1);
    const before = await removeRow(tx, resellerId, provider);
    const hint = secret.slice(-4);
    await tx.db.insert(table).values({
      ...{ resellerId, provider, hint },
      address: known?.address ?? randomBytes(10).toString("hex"),
      sealed: seal(JSON.stringify(keys satisfies Keys), "provider keys"),
    });
    await record(tx, {
      action: "shop.keys_set",
      subject: "keys",
      subjectId: provider,
      resellerId,
      before: { hint: before?.hint ?? null },
      after: { hint },
    });
  });
}

/** Asks for a payment that nobody began: whoever has the right keys is told that there is none. */
async function tryKeys(provider: ProviderName, keys: Keys): Promise<void> {
  const name = PROVIDER_NAMES[provider];
  const secret = Object.keys(keys)[0] ?? "";
  try {
    await keyedProvider(provider, keys).verify({ reference: randomUUID() });
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
    })
    .from(table)
    .where(and(eq(table.resellerId, id), isNull(table.removedAt)));
  return PROVIDERS.map((name) => {
    const set = rows.find(({ provider }) => provider === name);
    return {
      name,
      label: PROVIDER_NAMES[name],
      set: set && { hint: set.hint, createdAt: set.createdAt, notices: noticesOf(name, set.address) },
    };
  });
}
export type OwnKeys = Awaited<ReturnType<typeof ownKeys>>[number];

/** Forgets removed keys by which nothing is open any more: no payment that may yet be paid, no refund on its way. */
export async function forgetKeys(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
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
        // Whose order is still to be delivered may yet be given back.
        sql`not exists (select from payments y join orders o on o.id = y.order_id
          where y.keys_id = ${table.id} and o.next_look_at is not null)`,
      ),
    )
    .returning({ id: table.id });
  return forgotten.length;
}
