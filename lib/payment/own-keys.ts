import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { providerKeys } from "#db/schema/payment";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";
import { unseal } from "#lib/core/sealed";
import type { Providers } from "./configured.ts";
import { PROVIDERS, type Provider, type ProviderName } from "./provider.ts";
import { type Keys, keyedProvider } from "./providers.ts";

/** A reseller's own keys as they are read for use. */
export interface OwnProvider {
  keysId: number;
  name: ProviderName;
  using: Providers;
}

/** Providers by keys: an adapter keeps its access token. What was removed is read no more. */
const built = new Map<string, Provider>();

const COLUMNS = {
  id: providerKeys.id,
  provider: providerKeys.provider,
  sealed: providerKeys.sealed,
  before: sql<
    string | null
  >`case when ${providerKeys.beforeUntil} > now() then ${providerKeys.sealedBefore} end`,
};

interface Row {
  id: number;
  provider: string;
  sealed: string | null;
  before: string | null;
}

function ownProvider({ id, provider, sealed, before }: Row): OwnProvider | undefined {
  const name = PROVIDERS.find((one) => one === provider);
  if (!name || sealed === null) return undefined;
  const both = `${sealed} ${before}`;
  const known = built.get(both) ?? opened(name, sealed, before);
  if (!known) return undefined;
  if (built.size > 1000) built.clear();
  built.set(both, known);
  return { keysId: id, name, using: new Map([[name, known]]) };
}

function opened(name: ProviderName, sealed: string, before: string | null): Provider | undefined {
  const keys = readKeys(name, sealed);
  return keys && keyedProvider(name, keys, before === null ? undefined : readKeys(name, before));
}

/** Undefined when they were sealed with another `NEXTAUTH_SECRET`: they have to be entered anew. */
export function readKeys(name: ProviderName, sealed: string): Keys | undefined {
  try {
    return JSON.parse(unseal(sealed, "provider keys")) as Keys;
  } catch (error) {
    log.error("payment.keys_not_read", { provider: name, error });
    return undefined;
  }
}

/** The provider behind keys, also removed ones while something is open by them; undefined once they were forgotten. */
export async function providerByKeys(ctx: Ctx, keysId: number): Promise<OwnProvider | undefined> {
  const [row] = await ctx.db.select(COLUMNS).from(providerKeys).where(eq(providerKeys.id, keysId));
  return row && ownProvider(row);
}

/** Whether removed keys were forgotten, so that nothing is asked by them any more. */
export async function areForgotten(ctx: Ctx, keysId: number): Promise<boolean> {
  return (
    (await ctx.db.$count(providerKeys, and(eq(providerKeys.id, keysId), isNull(providerKeys.sealed)))) > 0
  );
}

/** The providers of which a reseller has keys of their own in use. Rights are the caller's. */
export async function ownProviders(ctx: Ctx, resellerId: number): Promise<OwnProvider[]> {
  const rows = await ctx.db
    .select(COLUMNS)
    .from(providerKeys)
    .where(and(eq(providerKeys.resellerId, resellerId), isNull(providerKeys.removedAt)))
    .orderBy(providerKeys.id);
  return rows.map(ownProvider).filter((one) => one !== undefined);
}

/** The providers whose notices come to this address: one for each of its keys that is not forgotten. */
export async function providersAt(ctx: Ctx, provider: ProviderName, address: string): Promise<OwnProvider[]> {
  const rows = await ctx.db
    .select(COLUMNS)
    .from(providerKeys)
    .where(
      and(
        eq(providerKeys.provider, provider),
        eq(providerKeys.address, address),
        isNotNull(providerKeys.sealed),
      ),
    )
    .orderBy(sql`id desc`);
  return rows.map(ownProvider).filter((one) => one !== undefined);
}
