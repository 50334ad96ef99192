import { sql } from "drizzle-orm";
import { accounts, sessions } from "#db/schema/account";
import type { Ctx } from "#lib/core/context";
import { accountBucket, addressBucket, type Bucket } from "../throttle.ts";

/** For a query of `accounts`: whether its owner signed in from this address lately, and ever in this browser. */
export const knownAs = (ctx: Ctx, deviceHash: string | null) => ({
  knownHere: sql<boolean>`exists (select from ${sessions} where ${sessions.accountId} = ${accounts.id}
    and ${sessions.address} = ${ctx.address ?? null} and ${sessions.createdAt} > now() - interval '30 days')`,
  knownDevice: sql<boolean>`exists (select from ${sessions} where ${sessions.accountId} = ${accounts.id}
    and ${sessions.deviceHash} = ${deviceHash})`,
});

/**
 * The buckets in which a try counts. A device on which the owner signed in before has tries of its own, and so has an
 * address from which they signed in lately: nobody can lock them out there. A known device does not count towards its
 * address, because thousands share one address of a mobile carrier, and one who guesses would lock out the rest.
 */
export function bucketsOf(
  { address }: Ctx,
  key: string,
  { device, knownHere }: { device: string | undefined; knownHere: boolean },
): { bucket: Bucket; address?: Bucket | undefined } {
  if (device) return { bucket: accountBucket(`${key} on ${device}`) };
  return {
    bucket: accountBucket(knownHere ? `${key} at ${address}` : key),
    address: address === undefined ? undefined : addressBucket(address),
  };
}
