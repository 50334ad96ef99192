import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { chooseFairly, selectFirstPerOwner } from "#lib/core/lane/fair-claim";
import { int, readRows, textOf } from "#lib/core/read-rows";
import { MAX_CHARGEBACK_RETURN_DAYS } from "#lib/payment/dispute/read-chargeback";
import type { ProviderName } from "#lib/payment/providers/provider";
import { claimRefunds, type DueRefund } from "#lib/payment/refund/process-refunds";

/** How long after a payment its payer's bank may take it back. */
const CHARGEBACK_WATCH_PERIOD = sql`interval '60 days'`;

/** How long after its expiry the provider is still asked about a payment that ended unpaid. */
const RECHECK_PERIOD = sql`interval '3 days'`;

/** The operator's account at one provider, or resellers' own accounts at any. */
export type PaymentLaneScope = ProviderName | "own";

export interface ItemSource {
  provider: ProviderName;
  /** The reseller's provider keys; null for the operator's account. */
  keysId: number | null;
  owner: string | null;
}

export type PaymentItem = ItemSource &
  (
    | { kind: "refund"; id: string; refund: DueRefund }
    | {
        kind: "webhook";
        id: string;
        reference: string | null;
        transaction: string | null;
        attempts: number;
      }
    | { kind: "payment"; id: string; reference: string }
    | { kind: "transaction"; id: string; transaction: string }
  );

/** A table with the columns `provider` and `keys_id`, when an item of it is due, and whose money it is about. */
interface DueQueue {
  table: SQL;
  dueAt: SQL;
  payer: SQL;
}

/** So many of the items that are due the longest are compared. */
const MAX_COMPARED = 100;

/** Builds the CTEs that end in `chosen (id)`, for one kind of item. */
export interface ItemSelection {
  from(queue: DueQueue): SQL;
  /** @param due a query of all that is due: `id`, `keys_id`, `provider` and `due_at` */
  among(due: SQL): SQL;
}

export function createItemSelection(
  lane: string,
  scope: PaymentLaneScope,
  { room, busy }: { room: number; busy: string[] },
): ItemSelection {
  if (scope !== "own") {
    const next = (due: SQL) => sql`chosen as (${due} order by due_at, id limit ${room})`;
    return {
      // Each payer's first item before the second of any, so that many of one delay no other.
      from: ({ table, dueAt, payer }) => sql`
        longest as materialized (
          select id, ${dueAt} as due_at, ${payer} as payer
          from (
            select *
            from ${table}
            where keys_id is null and provider = ${scope} and ${dueAt} is not null and ${dueAt} <= now()
            order by ${dueAt}, id
            limit ${MAX_COMPARED}
          ) ${table}
        ),
        chosen as (
          select id
          from longest
          order by row_number() over (partition by coalesce(payer, -id) order by due_at, id), due_at, id
          limit ${room}
        )`,
      among: (due) =>
        next(sql`select id, due_at from (${due}) d where keys_id is null and provider = ${scope}`),
    };
  }
  const fairly = (first: SQL) => chooseFairly({ lane, first, room, busy });
  return {
    from: ({ table, dueAt }) =>
      fairly(
        selectFirstPerOwner({
          table,
          key: sql`keys_id`,
          dueAt,
          open: sql`keys_id is not null and ${dueAt} is not null`,
          may: sql`true`,
          ownerOf: (key) => sql`(select reseller_id from provider_keys where id = ${key})`,
        }),
      ),
    among: (due) =>
      fairly(sql`select distinct on (owner) d.id, k.reseller_id as owner, d.due_at
        from (${due}) d
        join provider_keys k on k.id = d.keys_id
        order by owner, d.due_at, d.id`),
  };
}

const OWNER_COLUMN = sql`(select reseller_id from provider_keys k where k.id = keys_id) as owner`;

export async function claimDueRefunds(ctx: Ctx, choose: ItemSelection): Promise<PaymentItem[]> {
  const due = sql`select r.id, t.keys_id, t.provider, r.next_attempt_at as due_at
    from payment_refunds r
    join provider_transactions t on t.id = r.transaction_id
    where r.next_attempt_at <= now()`;
  const rows = await claimRefunds(ctx, choose.among(due));
  return rows.map((refund) => {
    const { id, provider, keysId, owner } = refund;
    return { kind: "refund", id, refund, provider, keysId, owner };
  });
}

const Item = z.object({
  id: z.string(),
  provider: textOf<ProviderName>(),
  keysId: int.nullable(),
  owner: z.string().nullable(),
});
const Webhook = Item.extend({
  reference: z.string().nullable(),
  transaction: z.string().nullable(),
  attempts: int,
});
const Payment = Item.extend({ reference: z.string() });
const Transaction = Item.extend({ transaction: z.string() });

/** Claims webhooks. Each is due again later, in case this process ends before it is processed. */
export async function claimDueWebhooks(ctx: Ctx, choose: ItemSelection): Promise<PaymentItem[]> {
  const rows = await readRows(ctx.db, Webhook)`
    with ${choose.from({
      table: sql`provider_webhooks`,
      dueAt: sql`next_attempt_at`,
      payer: sql`(select reseller_id from payments y where y.reference = provider_webhooks.reference)`,
    })}
    update provider_webhooks
    set
      tries = tries + 1,
      next_attempt_at = now() + least(interval '6 hours', interval '20 seconds' * power(2, least(tries, 12)))
    where id in (
      select id
      from provider_webhooks
      where id = any(array(select id from chosen)) and next_attempt_at <= now()
      for update skip locked
    )
    returning id, provider, keys_id, ${OWNER_COLUMN}, reference, transaction, tries as attempts`;
  return rows.map((row) => ({ kind: "webhook", ...row }));
}

export async function claimDuePayments(ctx: Ctx, choose: ItemSelection): Promise<PaymentItem[]> {
  const rows = await readRows(ctx.db, Payment)`
    with ${choose.from({ table: sql`payments`, dueAt: sql`next_check_at`, payer: sql`reseller_id` })}
    update payments
    set
      checks = checks + 1,
      next_check_at = case
        when state = 'started'
          then now() + least(interval '1 hour', interval '30 seconds' * power(2, least(checks, 10)))
        when expires_at > now() - ${RECHECK_PERIOD} then now() + interval '6 hours'
      end
    where id in (
      select id
      from payments
      where id = any(array(select id from chosen)) and next_check_at <= now()
      for update skip locked
    )
    returning id, provider, keys_id, ${OWNER_COLUMN}, reference`;
  return rows.map((row) => ({ kind: "payment", ...row }));
}

/** Claims confirmed transactions, whose next check comes after as long as they have been here. */
export async function claimDueTransactions(ctx: Ctx, choose: ItemSelection): Promise<PaymentItem[]> {
  const rows = await readRows(ctx.db, Transaction)`
    with ${choose.from({ table: sql`provider_transactions`, dueAt: sql`next_check_at`, payer: sql`reseller_id` })}
    update provider_transactions
    set next_check_at = case
      when reversed_at is not null and restored_at is null then case
        when reversed_at > now() - make_interval(days => ${MAX_CHARGEBACK_RETURN_DAYS})
          then now() + interval '1 day'
        end
      when state in ('credited', 'assigned', 'suspense', 'refunding')
        and seen_at > now() - ${CHARGEBACK_WATCH_PERIOD}
        then now() + greatest(interval '1 day', now() - seen_at)
    end
    where id in (
      select id
      from provider_transactions
      where id = any(array(select id from chosen)) and next_check_at <= now()
      for update skip locked
    )
    returning id, provider, null as keys_id, null as owner, split_part(transaction, '+', 1) as transaction`;
  return rows.map((row) => ({ kind: "transaction", ...row }));
}
