import type postgres from "postgres";

const PURCHASE_STATES = ["queued", "claimed", "unconfirmed", "advanced", "settled", "reversed"] as const;

/**
 * The features of a world, each with the states that a fault can meet. Money that was requested waits, queued, for its
 * agent; a payment is claimed once a webhook says that it was paid, and reversed with its refund; a message is unconfirmed
 * while nothing says whether its provider took it.
 */
export const FEATURES: Record<string, readonly string[]> = {
  purchase: PURCHASE_STATES,
  batch: PURCHASE_STATES,
  schedule: PURCHASE_STATES,
  helper: PURCHASE_STATES,
  token: PURCHASE_STATES,
  agent: PURCHASE_STATES,
  transfer: ["queued", "settled"],
  order: PURCHASE_STATES,
  payment: ["queued", "claimed", "settled", "reversed"],
  message: ["queued", "claimed", "unconfirmed", "settled"],
};

/** Lists the features that are in a state now, or came to it since. */
export async function listPresent(
  sql: postgres.Sql,
  since: string,
): Promise<{ feature: string; state: string }[]> {
  return sql<{ feature: string; state: string }[]>`
    select
      case when namespace in ('batch', 'schedule', 'order') then namespace when helper_id is not null then 'helper'
        when parent_id is not null then 'agent'
        when exists (select from tokens t where t.id = token_id and t.daily_limit is not null) then 'token'
        else 'purchase' end as feature,
      case when advance in ('open', 'awaiting_consent') then 'advanced' when state = 'sending' then 'claimed'
        when state in ('successful', 'failed') then 'settled' else state end as state
    from purchases
    where state in ('queued', 'sending', 'unconfirmed') or advance in ('open', 'awaiting_consent')
      or settled_at > ${since} or reversed_at > ${since}
    union select 'transfer', case state when 'requested' then 'queued' else 'settled' end
    from agent_transfers where state = 'requested' or ended_at > ${since}
    union select 'message', case
      when d.state <> 'waiting' then 'settled' when d.claimed_until is not null then 'claimed'
      when d.sealed is not null then 'unconfirmed' else 'queued' end
    from deliveries d where d.channel = 'messages' and (d.state = 'waiting' or d.done_at > ${since})
    union select 'payment', case when p.state <> 'started' then 'settled' when exists (
        select from provider_webhooks w where w.reference = p.reference and w.handled_at is null
      ) then 'claimed' else 'queued' end
    from payments p where p.state = 'started' and p.expires_at > ${since} or p.ended_at > ${since}
    union select 'payment', 'reversed' from payment_refunds where state in ('requested', 'pending', 'attention')
    union select 'payment', 'reversed' from payment_disputes where ended_at is null or ended_at > ${since}
    order by 1, 2`;
}
