import { isIPv6 } from "node:net";
import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";

export interface ThrottleBucket {
  name: string;
  /** Attempts before waiting begins; higher for an address, which many honest people share. */
  free: number;
}

export const accountBucket = (key: string): ThrottleBucket => ({ name: `account:${key}`, free: 5 });
export const addressBucket = (address: string): ThrottleBucket => ({
  name: `address:${getNetworkPrefix(address)}`,
  free: 30,
});

/** Limits sign-up requests from an address: few people send more than one. */
export const signUpBucket = (address: string): ThrottleBucket => ({
  name: `sign-up:${getNetworkPrefix(address)}`,
  free: 3,
});

/** Limits reports of undelivered orders from an address, which a family may share. */
export const complaintBucket = (address: string): ThrottleBucket => ({
  name: `complaint:${getNetworkPrefix(address)}`,
  free: 10,
});

/** Limits passkey sign-ins begun from an address: each leaves a row for a while. */
export const passkeyBucket = (address: string): ThrottleBucket => ({
  name: `passkey:${getNetworkPrefix(address)}`,
  free: 300,
});

/** Limits password resets for an email, with or without an account. */
export const passwordResetBucket = (email: string): ThrottleBucket => ({ name: `reset:${email}`, free: 3 });
export const passwordResetAddressBucket = (address: string): ThrottleBucket => ({
  name: `reset-from:${getNetworkPrefix(address)}`,
  free: 10,
});

/**
 * Takes one attempt from each bucket, all or none, before the work is done, so that parallel calls get no more attempts
 * than consecutive ones. After the free attempts the wait doubles from 1 s to 5 min.
 * @throws rate_limited, with the seconds to wait in `facts.retryAfter`, at `field` if given.
 */
export async function consumeAttempt(ctx: Ctx, buckets: ThrottleBucket[], field?: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    for (const bucket of buckets) {
      const isTaken = await consumeFromBucket(tx, bucket);
      if (!isTaken) throw await tooManyAttemptsError(tx, bucket, field);
    }
  });
}

/** Uses `clock_timestamp()`, not `now()`: a call that waited for the row's lock counts from when it got it. */
async function consumeFromBucket(ctx: Ctx, { name, free }: ThrottleBucket): Promise<boolean> {
  const failures = sql`case when t.updated_at < clock_timestamp() - interval '1 hour' then 1 else t.failures + 1 end`;
  const wait = sql`case when ${failures} < ${free} then 0
    else least(300, power(2, least(${failures} - ${free}, 10))) end`;
  const rows = await ctx.db.execute(sql`
    insert into throttles as t (bucket, failures, free_at) values (${name}, 1, clock_timestamp())
    on conflict (bucket) do update
      set failures = ${failures}, free_at = clock_timestamp() + make_interval(secs => ${wait}), updated_at = clock_timestamp()
      where t.free_at <= clock_timestamp()
    returning 1`);
  return rows.length > 0;
}

async function tooManyAttemptsError(ctx: Ctx, bucket: ThrottleBucket, field?: string): Promise<PortalError> {
  const [row] = await ctx.db.execute<{ wait: number }>(sql`
    select greatest(1, ceil(extract(epoch from free_at - now())))::int as wait
    from throttles where bucket = ${bucket.name}`);
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
  await ctx.db.execute(sql`
    update throttles set failures = greatest(0, failures - 1), free_at = now() where bucket = ${address.name}`);
}

/** Returns the first 64 bits of an IPv6 address, which one customer's addresses share. */
export function getNetworkPrefix(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
