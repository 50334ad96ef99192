import { sql } from "drizzle-orm";
import { accounts, sessions } from "#db/schema/account";
import { accountBucket, addressBucket, type ThrottleBucket } from "#lib/account/throttle";
import type { Ctx } from "#lib/core/context";

/** Columns for `accounts`: whether its owner used this address recently, and ever this browser. */
export const signInHistoryColumns = (ctx: Ctx, deviceHash: string | null) => ({
  knownHere: sql<boolean>`exists (select from ${sessions} where ${sessions.accountId} = ${accounts.id}
    and ${sessions.address} = ${ctx.address ?? null} and ${sessions.createdAt} > now() - interval '30 days')`,
  knownDevice: sql<boolean>`exists (select from ${sessions} where ${sessions.accountId} = ${accounts.id}
    and ${sessions.deviceHash} = ${deviceHash})`,
});

/**
 * Returns the buckets in which an attempt counts. A device on which the owner signed in before has its
 * own attempts, and so has an address from which they signed in recently, so that a guesser elsewhere
 * can't lock them out. A known device doesn't count towards its address, because thousands share one
 * address of a mobile carrier.
 */
export function getSignInBuckets(
  { address }: Ctx,
  key: string,
  { device, knownHere }: { device: string | undefined; knownHere: boolean },
): { bucket: ThrottleBucket; address?: ThrottleBucket | undefined } {
  if (device) return { bucket: accountBucket(`${key} on ${device}`) };
  return {
    bucket: accountBucket(knownHere ? `${key} at ${address}` : key),
    address: address === undefined ? undefined : addressBucket(address),
  };
}
