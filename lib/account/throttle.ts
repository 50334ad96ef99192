import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { getNetworkPrefix, getWideNetworkPrefix } from "#lib/core/network/network-prefix";
import { int, readRows } from "#lib/core/read-rows";

export interface ThrottleBucket {
  name: string;
  /** Attempts before waiting begins; higher for an address, which many honest people share. */
  free: number;
  /** Counts the attempts of the wide network that contains this one, up to a larger limit. */
  wide?: ThrottleBucket;
}

/** A holder of a /48 has 65,536 networks; a mobile network gives its customers one each. */
export const WIDE_FACTOR = 8;

export const accountBucket = (key: string): ThrottleBucket => ({ name: `account:${key}`, free: 5 });
export const addressBucket = (address: string) => createNetworkBucket("address", address, 30);

/** Counts attempts of a network, and of its wide network. */
function createNetworkBucket(kind: string, address: string, free: number): ThrottleBucket {
  const [network, wide] = [getNetworkPrefix(address), getWideNetworkPrefix(address)];
  const bucket = { name: `${kind}:${network}`, free };
  return wide === network
    ? bucket
    : { ...bucket, wide: { name: `${kind}:${wide}`, free: free * WIDE_FACTOR } };
}

/** Limits sign-up requests from an address: few people send more than one. */
export const signUpBucket = (address: string) => createNetworkBucket("sign-up", address, 3);

/** Limits sign-up requests for an email, which gets one each. */
export const signUpEmailBucket = (email: string): ThrottleBucket => ({ name: `sign-up:${email}`, free: 3 });

/** Limits reports of undelivered orders from an address, which a family may share. */
export const complaintBucket = (address: string) => createNetworkBucket("complaint", address, 10);

/** Limits passkey sign-ins begun from an address: each leaves a row for a while. */
export const passkeyBucket = (address: string) => createNetworkBucket("passkey", address, 300);

/**
 * Limits password resets for an email, with or without an account, from one network: a stranger elsewhere
 * can't use up the owner's attempts.
 */
export const passwordResetBucket = (email: string, address = "") =>
  createNetworkBucket(`reset:${email}`, address, 3);
export const passwordResetAddressBucket = (address: string) => createNetworkBucket("reset-from", address, 10);

/**
 * Takes one attempt from each bucket, all or none, before the work is done, so that parallel calls get no
 * more attempts than consecutive ones. After the free attempts the wait doubles from 1 s to 5 min.
 * @throws rate_limited, with the seconds to wait in `facts.retryAfter`, at `field` if given.
 */
export async function consumeAttempt(ctx: Ctx, buckets: ThrottleBucket[], field?: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    for (const bucket of buckets.flatMap((bucket) => [bucket, ...(bucket.wide ? [bucket.wide] : [])])) {
      const isTaken = await consumeFromBucket(tx, bucket);
      if (!isTaken) throw await tooManyAttemptsError(tx, bucket, field);
    }
  });
}

/** Uses `clock_timestamp()`, not `now()`: a call that waited for the lock counts from when it has it. */
async function consumeFromBucket(ctx: Ctx, { name, free }: ThrottleBucket): Promise<boolean> {
  const failures = sql`case
    when t.updated_at < clock_timestamp() - interval '1 hour' then 1
    else t.failures + 1
  end`;
  const wait = sql`case when ${failures} < ${free} then 0
    else least(300, power(2, least(${failures} - ${free}, 10))) end`;
  const rows = await ctx.db.execute(sql`
    insert into throttles as t (bucket, failures, free_at)
    values (${name}, 1, clock_timestamp())
    on conflict (bucket) do update
    set
      failures = ${failures}, free_at = clock_timestamp() + make_interval(secs => ${wait}),
      updated_at = clock_timestamp()
    where t.free_at <= clock_timestamp()
    returning 1`);
  return rows.length > 0;
}

async function tooManyAttemptsError(ctx: Ctx, bucket: ThrottleBucket, field?: string): Promise<PortalError> {
  const [row] = await readRows(ctx.db, z.object({ wait: int }))`
    select greatest(1, ceil(extract(epoch from free_at - now())))::int as wait
    from throttles where bucket = ${bucket.name}`;
  const seconds = row?.wait ?? 1;
  const wait =
    seconds < 120
      ? `${seconds} ${seconds === 1 ? "second" : "seconds"}`
      : `${Math.ceil(seconds / 60)} minutes`;
  const message = `Too many attempts. Wait ${wait}, then try again.`;
  return new PortalError("rate_limited", message, {
    facts: { retryAfter: seconds },
    ...(field && { fields: { [field]: [message] } }),
  });
}

/** Resets the account's attempts after a success, and returns the one attempt to its address. */
export async function forgiveAttempt(ctx: Ctx, account: ThrottleBucket, address?: ThrottleBucket) {
  await ctx.db.execute(sql`delete from throttles where bucket = ${account.name}`);
  if (!address) return;
  for (const { name } of address.wide ? [address, address.wide] : [address])
    await ctx.db.execute(sql`
      update throttles set failures = greatest(0, failures - 1), free_at = now() where bucket = ${name}`);
}
