import { isIPv6 } from "node:net";
import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";

export interface Bucket {
  name: string;
  /** Tries before waiting begins. Many honest people share one address, so it gets more. */
  free: number;
}

export const accountBucket = (key: string): Bucket => ({ name: `account:${key}`, free: 5 });
export const addressBucket = (address: string): Bucket => ({ name: `address:${network(address)}`, free: 30 });

/** Requests for an account from this address: hardly anybody sends more than one. */
export const signUpBucket = (address: string): Bucket => ({ name: `sign-up:${network(address)}`, free: 3 });

/** Reports from this address that an order did not come. A family may share one. */
export const complaintBucket = (address: string): Bucket => ({
  name: `complaint:${network(address)}`,
  free: 10,
});

/** Sign-ins by passkey that are begun from this address: each leaves a row behind for a while. */
export const passkeyBucket = (address: string): Bucket => ({
  name: `passkey:${network(address)}`,
  free: 300,
});

/** Requests for a new password: for one e-mail, whether it has an account or not, and from one address. */
export const resetBucket = (email: string): Bucket => ({ name: `reset:${email}`, free: 3 });
export const resetFromBucket = (address: string): Bucket => ({
  name: `reset-from:${network(address)}`,
  free: 10,
});

/**
 * Takes one try from each bucket before the work is done, so that parallel calls get no more tries than
 * calls one after another: after the free ones the wait doubles from 1 s to 5 min. All or none are taken.
 * @throws rate_limited, with the seconds to wait in `facts.retryAfter`, at the `field` where it was tried if there is one.
 */
export async function takeTry(ctx: Ctx, buckets: Bucket[], field?: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    for (const bucket of buckets) {
      const taken = await take(tx, bucket);
      if (!taken) throw await tooMany(tx, bucket, field);
    }
  });
}

/** `clock_timestamp()`, not `now()`: a call that waited for the row's lock counts from when it got it. */
async function take(ctx: Ctx, { name, free }: Bucket): Promise<boolean> {
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

async function tooMany(ctx: Ctx, bucket: Bucket, field?: string): Promise<PortalError> {
  const [row] = await ctx.db.execute<{ wait: number }>(sql`
    select greatest(1, ceil(extract(epoch from free_at - now())))::int as wait
    from throttles where bucket = ${bucket.name}`);
  const seconds = row?.wait ?? 1;
  const wait =
    seconds < 120
      ? `${seconds} ${seconds === 1 ? "second" : "seconds"}`
      : `${Math.ceil(seconds / 60)} minutes`;
  const words = `Too many tries. Wait ${wait}, then try again.`;
  return new PortalError("rate_limited", words, {
    facts: { retryAfter: seconds },
    ...(field && { fields: { [field]: [words] } }),
  });
}

/** After a right try the account starts afresh, and its address gets back the one try that it took. */
export async function forgiveTry(ctx: Ctx, account: Bucket, address?: Bucket): Promise<void> {
  await ctx.db.execute(sql`delete from throttles where bucket = ${account.name}`);
  if (!address) return;
  await ctx.db.execute(sql`
    update throttles set failures = greatest(0, failures - 1), free_at = now() where bucket = ${address.name}`);
}

/** One customer's IPv6 addresses share their first 64 bits. */
export function network(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
