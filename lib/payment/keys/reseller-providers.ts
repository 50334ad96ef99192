import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { providerKeys } from "#db/schema/payment";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";
import { unseal } from "#lib/core/seal";
import { createProvider, type Providers } from "#lib/payment/providers/configured-providers";
import type { ProviderKeys } from "#lib/payment/providers/descriptor";
import type { Provider, ProviderName } from "#lib/payment/providers/provider";
import { parseProviderName } from "#lib/payment/providers/providers";

export interface ResellerProvider {
  keysId: number;
  name: ProviderName;
  providers: Providers;
}

/** By sealed keys, since an adapter caches its access token. */
const providerCache = new Map<string, Provider>();

const KEY_COLUMNS = {
  id: providerKeys.id,
  provider: providerKeys.provider,
  sealed: providerKeys.sealed,
  before: sql<
    string | null
  >`case when ${providerKeys.previousValidUntil} > now() then ${providerKeys.previousSealed} end`,
};

const selectKeys = (ctx: Ctx) => ctx.db.select(KEY_COLUMNS).from(providerKeys).$dynamic();
type KeysRow = Awaited<ReturnType<typeof selectKeys>>[number];

function toResellerProvider({ id, provider, sealed, before }: KeysRow): ResellerProvider | undefined {
  if (sealed === null) return undefined;
  const name = parseProviderName(provider);
  const cacheKey = `${sealed} ${before}`;
  const adapter = providerCache.get(cacheKey) ?? createFromSealedKeys(name, sealed, before);
  if (!adapter) return undefined;
  if (providerCache.size > 1000) providerCache.clear();
  providerCache.set(cacheKey, adapter);
  return { keysId: id, name, providers: new Map([[name, adapter]]) };
}

function createFromSealedKeys(
  name: ProviderName,
  sealed: string,
  before: string | null,
): Provider | undefined {
  const keys = unsealProviderKeys(name, sealed);
  return keys && createProvider(name, keys, before === null ? undefined : unsealProviderKeys(name, before));
}

/** Opens sealed keys; undefined when another `NEXTAUTH_SECRET` sealed them: they must be entered again. */
export function unsealProviderKeys(name: ProviderName, sealed: string): ProviderKeys | undefined {
  try {
    return JSON.parse(unseal(sealed, "provider keys")) as ProviderKeys;
  } catch (error) {
    log.error("payment.keys_not_read", { provider: name, error });
    return undefined;
  }
}

/** The provider behind keys, also removed ones while something is open by them; else undefined. */
export async function getProviderByKeys(ctx: Ctx, keysId: number): Promise<ResellerProvider | undefined> {
  const [row] = await selectKeys(ctx).where(eq(providerKeys.id, keysId));
  return row && toResellerProvider(row);
}

/** Whether removed keys were forgotten, so that nothing is asked by them any more. */
export async function areKeysErased(ctx: Ctx, keysId: number): Promise<boolean> {
  return (
    (await ctx.db.$count(providerKeys, and(eq(providerKeys.id, keysId), isNull(providerKeys.sealed)))) > 0
  );
}

/** The providers of which a reseller has keys of their own in use. Rights are the caller's. */
export async function listResellerProviders(ctx: Ctx, resellerId: number): Promise<ResellerProvider[]> {
  const rows = await selectKeys(ctx)
    .where(and(eq(providerKeys.resellerId, resellerId), isNull(providerKeys.removedAt)))
    .orderBy(providerKeys.id);
  return rows.map(toResellerProvider).filter((provider) => provider !== undefined);
}

/** The providers whose webhooks come to this address: one for each of its keys that is not forgotten. */
export async function listProvidersByAddress(
  ctx: Ctx,
  provider: ProviderName,
  address: string,
): Promise<ResellerProvider[]> {
  const rows = await selectKeys(ctx)
    .where(
      and(
        eq(providerKeys.provider, provider),
        eq(providerKeys.address, address),
        isNotNull(providerKeys.sealed),
      ),
    )
    .orderBy(sql`id desc`);
  return rows.map(toResellerProvider).filter((provider) => provider !== undefined);
}
