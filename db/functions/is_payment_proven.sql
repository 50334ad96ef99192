-- Whether a provider confirmed the money that a journal moves, to the unit and for its reseller. After money
-- was given back, the transaction has no reseller any more; its payment still has.
create or replace function is_payment_proven(about bigint) returns boolean stable language sql as $$
  select exists (
    select
    from journals j
    join entries e on e.journal_id = j.id and e.account = 'wallet'
    join operator_entries h on h.journal_id = j.id and h.account = 'wallets' and h.amount = -e.amount
    join provider_transactions t on t.id = h.transaction_id
    left join payments p on p.id = t.payment_id
    where j.id = about
      and j.kind = case h.step
        when 'reversed' then 'charge_back'
        when 'lost' then 'charge_back'
        when 'restored' then 'charge_back_won'
        when 'debited' then 'refund'
        else 'payment'
      end
      and case
        when h.step in ('received', 'debited') then j.reseller_id = coalesce(p.reseller_id, t.reseller_id)
        when h.step = 'assigned' then j.reseller_id = t.reseller_id
        else j.reseller_id in (t.reseller_id, p.reseller_id)
      end
  )
$$;
