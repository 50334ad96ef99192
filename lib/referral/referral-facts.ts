import { type SQL, sql } from "drizzle-orm";
import { env } from "#lib/core/env";

/**
 * The top-ups of the reseller who was brought, of the referral `r`: payments by a provider and approved bank
 * transfers (`id` of the journal, `at`, `amount`), and whether they were `reversed`: charged back or
 * refunded, or corrected by an admin. Payments of a shop's customers aren't top-ups.
 */
export const selectFundings = (): SQL => sql`
  select
    j.id, j.at, e.amount,
    case j.kind
      when 'payment' then t.lost > 0
        or t.state not in ('credited', 'assigned')
        or (t.reversed_at is not null and t.restored_at is null)
      else exists (select from journals c where c.reverses_id = j.id)
    end as reversed
  from journals j
  join entries e on e.journal_id = j.id and e.account = 'wallet'
  left join operator_entries h on h.journal_id = j.id
  left join provider_transactions t on t.id = h.transaction_id
  left join payments y on y.id = t.payment_id
  where j.reseller_id = r.referred_id
    and j.kind not in ('hold', 'settle', 'release') and j.kind in ('payment', 'credit')
    and case j.kind
      when 'payment' then y.order_id is null
      else exists (select from funding_requests f where f.journal_id = j.id)
    end`;

/**
 * Whether the top-up behind the reward `w` of the referral `r` was reversed;
 * of a share, any before the end of its month.
 */
export const isFundingReversed = (): SQL => sql`exists (
  select
  from (${selectFundings()}) f
  where f.reversed
    and case w.period
      when 'first' then f.id = w.funding_id
      else f.at < ((w.period || '-01')::timestamp + interval '1 month') at time zone ${env().TIME_ZONE}
    end)`;

/** Whether both resellers of the referral `r` signed in on one device, and no admin cleared that. */
export const isSameDevice = (): SQL => sql`(r.cleared_at is null and exists (
  select
  from sessions a
  join sessions b on b.device_hash = a.device_hash
  where a.account_id = r.referrer_id and b.account_id = r.referred_id))`;
