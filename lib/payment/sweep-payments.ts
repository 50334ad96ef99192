import { sql } from "drizzle-orm";
import { type Ctx, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import { MAY_RETURN_DAYS } from "./charge-back.ts";
import { configured, type Providers } from "./configured.ts";
import { providerByKeys } from "./own-keys.ts";
import { PaymentUnanswered, type ProviderName, type Verified } from "./provider.ts";
import { sweepAccounts } from "./sweep-accounts.ts";
import { verifyPayment } from "./verify-payment.ts";

/** How much one sweep takes on, and how much of it at the same time. */
const MOST = 40;
const AT_ONCE = 4;

/** How many payments one sweep looks at that were confirmed before. */
const MOST_CONFIRMED = 10;

/** So long after it came, a payer's bank may take money back. */
const MAY_GO = sql`interval '60 days'`;

/** So long after its time, a payment that ended is asked for no more by itself. */
const KEPT_IN_SIGHT = sql`interval '3 days'`;

/**
 * Verifies what notices admit, and what is open and due again, with pauses that grow: a lost notice only delays. Asks too
 * what came to account numbers, and, slowly, whether money that was confirmed still stands. Whoever is killed in between
 * is followed by the next sweep.
 * @returns how much was looked at, and whether more is due.
 */
export async function sweepPayments(
  ctx: Ctx,
  using: Providers = configured(),
): Promise<{ looked: number; more: boolean }> {
  requireSystem(ctx);
  const [notices, open] = [await dueNotices(ctx, using), await duePayments(ctx, using)];
  const confirmed = await dueConfirmed(ctx, using);
  const work = [
    ...notices.map((notice) => () => handle(ctx, notice, using)),
    ...open.map((one) => () => ask(ctx, one, { reference: one.reference }, using)),
    ...confirmed.map(
      (one) => () => ask(ctx, { ...one, keys_id: null }, { transaction: one.transaction }, using),
    ),
  ];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = work.shift(); next; next = work.shift()) await next();
    }),
  );
  await sweepAccounts(ctx, using);
  const looked = notices.length + open.length;
  return { looked, more: notices.length === MOST || open.length === MOST };
}

const named = (using: Providers) =>
  sql`(${sql.join(
    ["", ...using.keys()].map((name) => sql`${name}`),
    sql`, `,
  )})`;

interface Notice extends Record<string, unknown> {
  id: string;
  provider: ProviderName;
  reference: string | null;
  transaction: string | null;
  tries: number;
  keys_id: string | null;
}

/** The next notices; each is due again later in case this process ends before it has dealt with it. */
async function dueNotices(ctx: Ctx, using: Providers): Promise<Notice[]> {
  return ctx.db.execute<Notice>(sql`
    update payment_notices set tries = tries + 1,
      next_try_at = now() + least(interval '6 hours', interval '20 seconds' * power(2, least(tries, 12)))
    where id in (select id from payment_notices where next_try_at <= now() and (keys_id is not null or provider in ${named(using)})
      order by next_try_at limit ${MOST} for update skip locked)
    returning id, provider, reference, transaction, tries, keys_id`);
}

async function duePayments(ctx: Ctx, using: Providers) {
  return ctx.db.execute<{ provider: ProviderName; reference: string; keys_id: string | null }>(sql`
    update payments set checks = checks + 1,
      next_check_at = case
        when state = 'started' then now() + least(interval '1 hour', interval '30 seconds' * power(2, least(checks, 10)))
        when expires_at > now() - ${KEPT_IN_SIGHT} then now() + interval '6 hours' end
    where id in (select id from payments where next_check_at <= now() and (keys_id is not null or provider in ${named(using)})
      order by next_check_at limit ${MOST} for update skip locked)
    returning provider, reference, keys_id`);
}

/** Money that was confirmed, due again after as long as it has been here. */
async function dueConfirmed(ctx: Ctx, using: Providers) {
  return ctx.db.execute<{ provider: ProviderName; transaction: string }>(sql`
    update provider_transactions set next_check_at = case
      when reversed_at is not null and restored_at is null
        then case when reversed_at > now() - make_interval(days => ${MAY_RETURN_DAYS}) then now() + interval '1 day' end
      when state in ('credited', 'assigned', 'suspense', 'refunding') and seen_at > now() - ${MAY_GO}
        then now() + greatest(interval '1 day', now() - seen_at) end
    where id in (select id from provider_transactions where next_check_at <= now() and provider in ${named(using)}
      order by next_check_at limit ${MOST_CONFIRMED} for update skip locked)
    returning provider, transaction`);
}

/** A notice is done with when the provider said something definite of what it is about, or nothing eight times. */
async function handle(ctx: Ctx, notice: Notice, using: Providers): Promise<void> {
  const { id, transaction, reference, tries } = notice;
  // The transaction first: of two under one reference, each is money of its own.
  const byTransaction = transaction !== null && (await ask(ctx, notice, { transaction }, using));
  const said =
    byTransaction !== "paid" && reference !== null
      ? await ask(ctx, notice, { reference }, using)
      : byTransaction;
  const definite = said === "paid" || said === "failed" || said === "reversed";
  const nothingMore = said !== undefined && (said === false || tries >= 8);
  if (definite || nothingMore)
    await ctx.db.execute(
      sql`update payment_notices set handled_at = now(), next_try_at = null where id = ${id} and handled_at is null`,
    );
}

/** What the provider says; undefined when it gave no clear answer. One that fails keeps no other from being looked at. */
async function ask(
  ctx: Ctx,
  { provider, keys_id }: { provider: ProviderName; keys_id: string | null },
  of: { reference: string } | { transaction: string },
  using: Providers,
): Promise<Verified["state"] | undefined> {
  try {
    if (keys_id === null) return await verifyPayment(ctx, provider, of, using);
    const own = await providerByKeys(ctx, Number(keys_id));
    if (!own) throw new PaymentUnanswered(provider, "its keys were removed");
    return await verifyPayment(ctx, provider, of, own.using, own.keysId);
  } catch (error) {
    if (error instanceof PaymentUnanswered) log.warn("payment.unanswered", { provider, why: error.why });
    else log.error("payment.not_verified", { provider, error });
    return undefined;
  }
}
